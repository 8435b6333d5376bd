import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { breakingChanges } from './breaking-changes.ts'
import { currentDocument, documentFile, readDocumentFile } from './openapi.ts'

// npm run openapi: writes docs/openapi.json, unless that would break somebody; --breaking says that
// it may.

const document = await currentDocument()
const broken = existsSync(documentFile) ? breakingChanges(await readDocumentFile(), document) : []
if (broken.length > 0 && !process.argv.includes('--breaking')) {
  console.error(
    `${broken.join('\n')}\nThis breaks whoever relies on docs/openapi.json; meant so: npm run openapi -- --breaking`,
  )
  process.exitCode = 1
} else {
  await writeFile(documentFile, `${JSON.stringify(document, null, 2)}\n`)
}
