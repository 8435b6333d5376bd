import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { openPool } from '@silla/db'
import { openTestServer } from '../../support/open-test-server.ts'
import { previousReleaseFile, releasedSchema } from '../released-schema.ts'

// npm run previous-release: records the commit of a release and what its programs need in the
// database, for the release after it. Run in the commit that is released. What was kept for the
// release before it is left out: its own programs do not call that.

const { version: release } = JSON.parse(readFileSync('package.json', 'utf8'))
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
const { server, close } = await openTestServer()
const sql = openPool({ url: server.urls.migrator, max: 1, name: 'silla-release' })
try {
  const schema = await releasedSchema(sql)
  for (const name of Object.keys(schema.functions)) {
    const text = readFileSync(`db/functions/${name}.sql`, 'utf8')
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
