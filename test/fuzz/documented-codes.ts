import { catalogue } from '@silla/errors'
import type { OpenApi } from '../spec/contract/openapi-document.ts'

/**
 * The error codes that the documentation allows for an operation: the common ones, those of its
 * section in docs/api.md and of the text before it, and those of its description in OpenAPI.
 */
export function documentedCodes(
  document: OpenApi,
  apiPage: string,
): (operation: string) => ReadonlySet<string> {
  const chapters = apiPage.split(/^## /m)
  const chapter = (title: string) => codesIn(chapters.find((one) => one.startsWith(title)) ?? '')
  const common = [...chapter('Common errors'), ...chapter('Query parameters')]
  const byOperation = new Map<string, Set<string>>()
  for (const text of chapters) {
    const [introduction = '', ...sections] = text.split(/^### /m)
    for (const section of sections) {
      const [, operation] = /^`(\w+ [^`]+)`/.exec(section) ?? []
      if (operation)
        byOperation.set(operation, new Set<string>([...codesIn(introduction), ...codesIn(section)]))
    }
  }
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path.replace('/api/v1', '')}`
      const codes = byOperation.get(name) ?? new Set<string>()
      const { description = '' } = operation as { description?: string }
      for (const code of codesIn(description)) codes.add(code)
      if (operation.parameters?.some((one) => one.name === 'idempotency-key'))
        for (const code of chapter('Idempotency')) codes.add(code)
      byOperation.set(name, codes)
    }
  }
  return (operation) => new Set([...common, ...(byOperation.get(operation) ?? [])])
}

const codesIn = (text: string): string[] =>
  (text.match(/\b[A-Z]+(_[A-Z]+)+\b/g) ?? []).filter((word) => word in catalogue)
