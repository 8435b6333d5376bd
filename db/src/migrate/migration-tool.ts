import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'

type MigrationTool = typeof import('@databases/pg-migrations')

/**
 * The library that applies migrations. It is a CommonJS module that takes a tenth of a second to load, so
 * only `migrate` loads it, and only to apply migrations or to report those that were edited.
 *
 * Before each migration it compares the list of all that ran with the one that it remembers. The package
 * with which it does takes half of the time of a first `npm start`, so Node's own comparison is put in its
 * place; test/database/migration-tool.test.ts fails when a release of the library has another.
 */
export function migrationTool(): MigrationTool {
  const require = createRequire(import.meta.url)
  const path = comparisonPath()
  if (path !== null) {
    require(path)
    const loaded = require.cache[path]
    if (loaded) loaded.exports = isDeepStrictEqual
  }
  return require('@databases/pg-migrations')
}

/** Of the package that the library compares with; null when it has another. */
export function comparisonPath(): string | null {
  const require = createRequire(import.meta.url)
  try {
    const tool = createRequire(require.resolve('@databases/pg-migrations'))
    const base = createRequire(tool.resolve('@databases/migrations-base'))
    return base.resolve('deep-equal')
  } catch {
    return null
  }
}
