import assert from 'node:assert/strict'
import { testDatabase } from '../support/database.ts'

/** Runs a query for the names of what breaks a rule of the schema, and expects none. */
export async function assertNoRows(offenders: string, howToFix: string): Promise<void> {
  const { witness } = await testDatabase()
  const rows = await witness.unsafe<{ name: string }[]>(offenders)
  assert.deepEqual(
    rows.map((row) => row.name),
    [],
    howToFix,
  )
}
