import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { openPool } from '@silla/db'
import { openTestServer } from '../../support/open-test-server.ts'
import { readOptions } from '../../support/program-options.ts'
import { previousReleaseFile, releasedSchema } from '../released-schema.ts'

await readOptions({
  command: 'npm run previous-release',
  about:
    'Records the commit of a release and what its programs need in the database, for the release after it. Run it in ' +
    'the commit that is released.',
})

const { version: release } = JSON.parse(readFileSync('package.json', 'utf8'))
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
const { server, close } = await openTestServer()
const sql = openPool({ url: server.urls.migrator, max: 1, name: 'silla-release' })
try {
  const schema = await releasedSchema(sql)
  for (const name of Object.keys(schema.functions)) {
    const text = readFileSync(`db/functions/${name}.sql`, 'utf8')
    // its own programs do not call what was kept for the release before it
    if (text.startsWith('-- Kept for release')) delete schema.functions[name]
  }
  const applied = await sql<{ name: string; hash: string }[]>`
    select name, md5(script) as hash from registry.migrations_applied order by name`
  const migrations = Object.fromEntries(applied.map(({ name, hash }) => [name, hash]))
  await writeFile(
    previousReleaseFile,
    `${JSON.stringify({ release, commit, migrations, ...schema }, null, 2)}\n`,
  )
} finally {
  await sql.end()
  await close()
}
