import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { comparisonPath, migrationTool } from '../../db/src/migrate/migration-tool.ts'

test("the library that applies migrations compares with Node's own function", () => {
  const path = comparisonPath()
  assert.ok(path !== null, 'it no longer uses deep-equal: see whether migrate is quick without it')
  migrationTool()
  assert.equal(createRequire(import.meta.url)(path), isDeepStrictEqual)
})
