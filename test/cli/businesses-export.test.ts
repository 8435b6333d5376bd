import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { applySalon, parseSalonFile } from '@silla/core'
import { writeTextFile } from '../../cli/src/format/write-text-file.ts'
import { testDatabase } from '../support/database.ts'
import { runSilla } from './run-silla.ts'
import { salonYaml } from './salon-yaml.ts'

const { admin, urls } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'silla-export-'))
after(() => rmSync(folder, { recursive: true }))
const silla = (...args: string[]) => runSilla(args, { CLI_DATABASE_URL: urls.cli }, folder)
for (const slug of ['norte', 'sur'])
  await applySalon(admin, parseSalonFile(salonYaml({ slug }), slug))

test('applying an exported salon changes nothing', async () => {
  const printed = await silla('businesses', 'export', 'norte')
  assert.match(printed.stdout, /^# yaml-language-server: .*\n\nsalon: norte\n/)
  const written = await silla('businesses', 'export', 'norte', '--output', 'deep/norte.yaml')
  assert.deepEqual(
    [written.code, written.stdout, written.stderr],
    [0, 'Wrote deep/norte.yaml.\n', ''],
  )
  assert.equal(readFileSync(join(folder, 'deep/norte.yaml'), 'utf8'), printed.stdout)
  assert.equal(
    (await silla('businesses', 'apply', 'deep/norte.yaml')).stdout,
    'norte: no changes\n',
  )
})

test('all salons are exported into a folder, one file each', async () => {
  const { salons } = (
    await silla('businesses', 'export', '--all', '--folder', 'all', '--json')
  ).json()
  assert.deepEqual(
    salons.map(({ slug, file }: { slug: string; file: string }) => [slug, file]),
    [
      ['norte', 'all/norte.yaml'],
      ['sur', 'all/sur.yaml'],
    ],
  )
  assert.deepEqual(readdirSync(join(folder, 'all')), ['norte.yaml', 'sur.yaml'])
  assert.equal(readFileSync(join(folder, 'all/sur.yaml'), 'utf8'), salons[1].text)
})

test('a missing selection and an unwritable path are errors', async () => {
  const unselected = await silla('businesses', 'export')
  assert.deepEqual(
    [unselected.code, unselected.stderr],
    [2, 'Error: Pass the slug of one business, or --all. See --help.\n'],
  )
  const unwritable = await silla(
    'businesses',
    'export',
    'norte',
    '--output',
    '/dev/null/norte.yaml',
  )
  assert.equal(unwritable.code, 1)
  assert.match(unwritable.stderr, /^Error: Cannot write \/dev\/null\/norte\.yaml \(E\w+\)\.\n$/)
})

test('writing a file follows symbolic links and does not replace pipes', async () => {
  const [file, link, pipe] = ['real.json', 'link.json', 'pipe'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  writeFileSync(file, 'old', { mode: 0o644 })
  symlinkSync(file, link)
  await writeTextFile(link, 'new', 0o600)
  const dangling = join(folder, 'dangling.txt')
  symlinkSync('not-yet.txt', dangling)
  await writeTextFile(dangling, 'now')
  assert.equal(readFileSync(join(folder, 'not-yet.txt'), 'utf8'), 'now')
  assert.deepEqual([readFileSync(file, 'utf8'), statSync(file).mode & 0o077], ['new', 0])
  assert.ok(lstatSync(link).isSymbolicLink())
  execFileSync('mkfifo', [pipe])
  const [received] = await Promise.all([
    readFile(pipe, 'utf8'),
    writeTextFile(pipe, 'into the pipe'),
  ])
  assert.deepEqual([received, lstatSync(pipe).isFIFO()], ['into the pipe', true])
})
