import { writeFile } from 'node:fs/promises'
import { readOptions } from '../../support/program-options.ts'
import { readSecurityPage, securityPageFile, withAccessTable } from './access-table.ts'
import { apiPageFile, readApiPage, withErrorTables } from './api-errors.ts'

await readOptions({
  command: 'npm run api-errors',
  about:
    'Writes the errors of the operations into docs/api.md, and who may call them into docs/security.md.',
})

await writeFile(apiPageFile, withErrorTables(await readApiPage()))
await writeFile(securityPageFile, withAccessTable(await readSecurityPage()))
