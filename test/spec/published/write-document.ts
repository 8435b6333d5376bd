import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { breakingDifferences } from './breaking.ts'
import { documentFile, readDocumentFile } from './document-file.ts'
import { ownDocument } from './own-document.ts'

// npm run openapi: writes docs/openapi.json, unless that would break somebody; --breaking says that
// it may.

const document = await ownDocument()
const broken = existsSync(documentFile)
  ? breakingDifferences(await readDocumentFile(), document)
  : []
if (broken.length > 0 && !process.argv.includes('--breaking')) {
  console.error(
    `${broken.join('\n')}\nThis breaks whoever relies on docs/openapi.json; meant so: npm run openapi -- --breaking`,
  )
  process.exitCode = 1
} else {
  await writeFile(documentFile, `${JSON.stringify(document, null, 2)}\n`)
}
