import { writeFile } from 'node:fs/promises'
import { endFile } from '../../support/at-end.ts'
import { openTestServer } from '../../support/open-test-server.ts'
import { readOptions } from '../../support/program-options.ts'
import { useTestServer } from '../../support/test-server.ts'
import {
  assistantsPageFile,
  readAssistantsPage,
  recordTranscript,
  withTranscript,
} from './assistant-transcript.ts'

await readOptions({
  command: 'npm run assistant-transcript',
  about: 'Records the calls of an assistant and writes them into docs/assistants.md.',
})

const { server, close } = await openTestServer()
useTestServer(server)
try {
  await writeFile(
    assistantsPageFile,
    withTranscript(await readAssistantsPage(), await recordTranscript()),
  )
} finally {
  await endFile()
  await close()
}
