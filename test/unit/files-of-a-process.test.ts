import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { atEnd } from '../support/at-end.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const support = join(import.meta.dirname, '../support')

/** What the files share; what happens is noted in a file. */
const shared = (notes: string) => `
import { appendFileSync } from 'node:fs'
import { atEnd, onePerFile, onePerProcess } from ${JSON.stringify(join(support, 'at-end.ts'))}
export const note = (line) => appendFileSync(${JSON.stringify(notes)}, line + '\\n')
let opened = 0
const browser = onePerProcess({
  open: async () => ({ name: 'browser ' + ++opened, isOpen: true }),
  isOpen: ({ isOpen }) => isOpen,
  close: async ({ name }) => note(name + ' closed'),
})
export const context = onePerFile(async () => {
  const used = await browser()
  atEnd(async () => note('file ended'))
  return used
})
`

const file = (work: string) => `
import { test } from 'node:test'
import { context, note } from './shared.mjs'
test('uses what is shared', async () => {
  note((await context()).name)
  note((await context()).name)
  ${work}
})
`

test('files of a process share what is open once a process: one that has ended is opened again', () => {
  const folder = temporaryFolder()
  atEnd(async () => rmSync(folder, { recursive: true }))
  const path = (name: string) => join(folder, name)
  for (const each of ['processes', 'taken']) mkdirSync(path(each))
  writeFileSync(path('shared.mjs'), shared(path('notes')))
  const works = ['', 'Object.assign(await context(), { isOpen: false })', '']
  const files = works.map((work, index) => {
    writeFileSync(path(`${index}.mjs`), file(work))
    return path(`${index}.mjs`)
  })
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    [
      ...[join(support, 'run-files.ts'), path('processes'), path('taken'), path('cpu-times'), '1'],
      ...files,
    ],
    { env: {}, encoding: 'utf8' },
  )
  assert.deepEqual([status, stderr], [0, ''], stdout)
  assert.deepEqual(readFileSync(path('notes'), 'utf8').trim().split('\n'), [
    ...['browser 1', 'browser 1', 'file ended'],
    ...['browser 1', 'browser 1', 'file ended'],
    ...['browser 2', 'browser 2', 'file ended'],
    ...['browser 2 closed', 'browser 1 closed'],
  ])
})
