import { writeFile } from 'node:fs/promises'
import {
  compareSchemas,
  expectedSchema,
  openPool,
  readSchema,
  schemaFile,
  schemaSqlOf,
  withoutFunctionFiles,
} from '@silla/db'
import { openTestServer } from '../../support/open-test-server.ts'
import { readOptions } from '../../support/program-options.ts'

await readOptions({
  command: 'npm run schema',
  about:
    'Writes what the migrations and functions make of an empty database, for `silla db doctor` (db/schema.json) and ' +
    'for readers (db/schema.sql), and prints what has changed.',
})

const { server, close } = await openTestServer()
const sql = openPool({ url: server.urls.migrator, max: 1, name: 'silla-schema' })
try {
  const found = await readSchema(sql)
  for (const { object, part } of compareSchemas(expectedSchema(), found))
    console.log(`${object}: ${part}`)
  const schema = withoutFunctionFiles(found)
  await writeFile(schemaFile, `${JSON.stringify(schema, null, 2)}\n`)
  await writeFile(schemaFile.replace(/json$/, 'sql'), schemaSqlOf(schema))
} finally {
  await sql.end()
  await close()
}
