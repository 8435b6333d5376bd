import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { breakingChanges } from './breaking-changes.ts'
import { currentDocument, documentFile, readDocumentFile } from './openapi.ts'

// npm run openapi: writes docs/openapi.json. Breaking changes need --breaking.

const document = await currentDocument()
const breaking = existsSync(documentFile) ? breakingChanges(await readDocumentFile(), document) : []
if (breaking.length > 0 && !process.argv.includes('--breaking')) {
  console.error(
    `${breaking.join('\n')}\nThese changes break clients. If that is intended: npm run openapi -- --breaking`,
  )
  process.exitCode = 1
} else {
  await writeFile(documentFile, `${JSON.stringify(document, null, 2)}\n`)
}
