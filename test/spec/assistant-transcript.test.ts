import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  readAssistantsPage,
  recordTranscript,
  withTranscript,
} from './published/assistant-transcript.ts'

test('docs/assistants.md has the transcript that the API gives', async () => {
  const page = await readAssistantsPage()
  assert.equal(
    withTranscript(page, await recordTranscript()),
    page,
    'npm run assistant-transcript, and commit docs/assistants.md',
  )
})
