import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Flags } from '@oclif/core'
import { endFile } from '../../support/at-end.ts'
import { openTestServer } from '../../support/open-test-server.ts'
import { readOptions } from '../../support/program-options.ts'
import { useTestServer } from '../../support/test-server.ts'
import { recordExamples } from '../examples/record-examples.ts'
import { sampleEvents } from '../examples/sample-events.ts'
import { breakingChanges } from './breaking-changes.ts'
import {
  currentDocument,
  documentFile,
  eventExamplesFile,
  examplesFile,
  readDocumentFile,
} from './openapi.ts'

const { breaking: isIntended } = await readOptions({
  command: 'npm run openapi',
  about: 'Records the examples of the operations and writes them and docs/openapi.json.',
  options: { breaking: Flags.boolean({ description: 'write it although it breaks clients' }) },
})
const current = await currentDocument()
const breaking = existsSync(documentFile) ? breakingChanges(await readDocumentFile(), current) : []
if (breaking.length > 0 && !isIntended) {
  console.error(
    `${breaking.join('\n')}\nThese changes break clients. If that is intended: npm run openapi -- --breaking`,
  )
  process.exitCode = 1
} else {
  const { server, close } = await openTestServer()
  useTestServer(server)
  try {
    const examples = await recordExamples(current)
    await writeFile(examplesFile, `${JSON.stringify(examples, null, 2)}\n`)
    await writeFile(eventExamplesFile, `${JSON.stringify(sampleEvents(), null, 2)}\n`)
    await writeFile(documentFile, `${JSON.stringify(await currentDocument(), null, 2)}\n`)
  } finally {
    await endFile()
    await close()
  }
}
