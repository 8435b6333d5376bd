import { readFile } from 'node:fs/promises'
import { type Operation, operations, ownErrors } from '@silla/api'
import { catalogue } from '@silla/errors'

export const apiPageFile = new URL('../../../docs/api.md', import.meta.url)

export const readApiPage = (): Promise<string> => readFile(apiPageFile, 'utf8')

/**
 * docs/api.md with the table of errors of each operation that has some.
 *
 * @throws Error when the section of an operation has no place for it
 */
export function withErrorTables(page: string): string {
  const withErrors = operations.filter((operation) => ownErrors(operation).length > 0)
  return withErrors.reduce((text, operation) => {
    const begin = `<!-- errors of ${routeOf(operation)} -->`
    const [before, rest] = splitAt(text, begin)
    const [, after] = splitAt(rest, end)
    return `${before}${begin}\n\n${errorTable(operation)}\n\n${end}${after}`
  }, page)
}

const end = '<!-- end of errors -->'

const routeOf = ({ rest }: Operation): string =>
  `${rest.method} ${rest.path.replace(/:(\w+)/g, '{$1}')}`

function splitAt(text: string, mark: string): [string, string] {
  const index = text.indexOf(mark)
  if (index < 0) throw new Error(`docs/api.md lacks ${mark}: add it with ${end} below`)
  return [text.slice(0, index), text.slice(index + mark.length)]
}

function errorTable(operation: Operation): string {
  const rows = ownErrors(operation).map(
    ([code, cause]) => `| ${code} | ${catalogue[code].status} | ${cause} |`,
  )
  return ['| Code | Status | Cause |', '|---|---|---|', ...rows].join('\n')
}
