import { closestMatch } from '../../text.ts'
import type { Path } from '../salon-file/parse/yaml-document.ts'
import { SalonFileError, type SalonFileProblem } from '../salon-file/salon-file-error.ts'
import {
  type CatalogFile,
  type CatalogPart,
  type Column,
  columnsOf,
  type Entry,
  type EntryValue,
} from './catalog-file.ts'
import { type Cell, parseCsv } from './csv.ts'

/**
 * Reads one part of the catalogue from a table: the first line names its columns, `handle` among
 * them. A cell that is empty leaves its word out; a column that is not there leaves it is.
 * @throws SalonFileError when its columns cannot be told; what is wrong with its lines waits for
 *   what is wrong with their cells
 */
export function parseCatalogCsv(text: string, fileName: string, part: CatalogPart): CatalogFile {
  const { rows, openQuote } = parseCsv(text)
  const [heading = [], ...lines] = rows
  const known = columnsOf(part)
  const problems = headingProblems(heading, known)
  if (openQuote !== null)
    problems.push({ ...placeOf(openQuote), message: 'the quotes that open here are never closed' })
  if (problems.length > 0) throw new SalonFileError(fileName, problems)
  const names = heading.map(nameOf)
  const handles = names.indexOf('handle')
  const entries = new Map<string, Entry>()
  const rowOf = new Map<string, Cell[]>()
  for (const cells of lines) {
    const at = cells[handles] ?? cells[0]
    const handle = at?.text.trim() ?? ''
    if (at !== undefined) problems.push(...rowProblems(at, handle, rowOf.get(handle), cells, names))
    if (handle === '') continue
    rowOf.set(handle, cells)
    entries.set(handle, entryOf(cells, names, known))
  }
  return { fileName, parts: { [part]: entries }, problems, problem: placing(part, rowOf, names) }
}

const nameOf = ({ text }: Cell) => text.trim().toLowerCase()

const placeOf = ({ line, column }: { line: number; column: number }) => ({ line, column, path: '' })

function headingProblems(
  heading: readonly Cell[],
  known: ReadonlyMap<string, Column>,
): SalonFileProblem[] {
  const words = ['handle', ...known.keys()]
  const names = heading.map(nameOf)
  if (heading.length === 0) return [{ line: 1, column: 1, path: '', message: 'the file is empty' }]
  const problems = heading.flatMap((cell, index) => {
    const name = names[index] ?? ''
    if (names.indexOf(name) < index)
      return [{ ...placeOf(cell), message: `the column "${name}" stands here twice` }]
    if (words.includes(name)) return []
    const meant = closestMatch(name, words)
    const hint = meant === null ? '.' : `, did you mean "${meant}"?`
    return [
      {
        ...placeOf(cell),
        message: `no column is called "${name}"${hint} Known: ${words.join(', ')}`,
      },
    ]
  })
  const first = heading[0] as Cell
  return names.includes('handle')
    ? problems
    : [...problems, { ...placeOf(first), message: 'a column "handle" must be there' }]
}

function rowProblems(
  at: Cell,
  handle: string,
  earlier: Cell[] | undefined,
  cells: readonly Cell[],
  names: readonly string[],
): SalonFileProblem[] {
  const extra = cells[names.length]
  return [
    ...(handle === '' ? [{ ...placeOf(at), message: 'a handle must be there' }] : []),
    ...(earlier === undefined
      ? []
      : [{ ...placeOf(at), message: `"${handle}" stands in line ${earlier[0]?.line} already` }]),
    ...(extra === undefined
      ? []
      : [{ ...placeOf(extra), message: `the line has more than ${names.length} cells` }]),
  ]
}

function entryOf(
  cells: readonly Cell[],
  names: readonly string[],
  known: ReadonlyMap<string, Column>,
): Entry {
  const entry = new Map<string, EntryValue>()
  const texts = new Map<string, Map<string, string | null>>()
  for (const [index, name] of names.entries()) {
    const column = known.get(name)
    if (column === undefined) continue
    const cell = (cells[index]?.text ?? '').trim().normalize('NFC')
    if (column.key === 'name' || column.key === 'description') {
      const text = texts.get(column.key) ?? new Map<string, string | null>()
      texts.set(column.key, text.set(column.language ?? '', cell === '' ? null : cell))
      entry.set(column.key, { texts: text })
    } else entry.set(column.key, { value: cell === '' ? null : cellValue(cell, column) })
  }
  return entry
}

/**
 * A price may have a decimal comma. What has not the form of its kind stays a text, which the salon
 * file's reader tells.
 */
function cellValue(cell: string, { kind }: Column): unknown {
  if (kind === 'list') return cell.split(/\s+/)
  const small = cell.toLowerCase()
  if (kind === 'boolean') return small === 'true' || small === 'false' ? small === 'true' : cell
  if (kind === 'text') return cell
  const number = cell.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2')
  return /^-?\d+(\.\d+)?$/.test(number) ? Number(number) : cell
}

function placing(
  part: CatalogPart,
  rowOf: ReadonlyMap<string, readonly Cell[]>,
  names: readonly string[],
) {
  return (path: Path, message: string): SalonFileProblem => {
    const [where, handle, word, detail] = path
    const row = where === part ? rowOf.get(String(handle)) : undefined
    const index = [`${word}_${detail}`, String(word), 'handle']
      .map((name) => names.indexOf(name))
      .find((at) => at >= 0)
    const cell = row?.[index ?? 0] ?? row?.[0]
    return { line: cell?.line ?? 1, column: cell?.column ?? 1, path: path.join('.'), message }
  }
}
