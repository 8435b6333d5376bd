import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const clientFolder = new URL('../../packages/client/', import.meta.url)

test('the client’s REST types match docs/openapi.json', async () => {
  const generator = fileURLToPath(
    new URL('node_modules/openapi-typescript/bin/cli.js', clientFolder),
  )
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [generator, '../../docs/openapi.json'],
    {
      cwd: fileURLToPath(clientFolder),
      maxBuffer: 16 * 1024 * 1024,
    },
  )
  const checkedIn = await readFile(new URL('src/schema.ts', clientFolder), 'utf8')
  // without --output the generator appends a newline
  assert.ok(
    stdout.trimEnd() === checkedIn.trimEnd(),
    'npm run client, and commit packages/client/src/schema.ts',
  )
})
