import { writeFile } from 'node:fs/promises'
import { apiPageFile, readApiPage, withErrorTables } from './api-errors.ts'

// npm run api-errors: writes the tables of errors of the operations into docs/api.md.

await writeFile(apiPageFile, withErrorTables(await readApiPage()))
