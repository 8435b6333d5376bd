import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditLog } from '@silla/core'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon } from '../support/salon.ts'
import { type RunResult, runMany } from './run-silla.ts'

const { admin, urls } = await testDatabase()
const env = { CLI_DATABASE_URL: urls.cli, SILLA_OPERATOR: 'marta@desk' }

test('D41: staff blocks time, lists it and deletes it, with entries in the audit log', async () => {
  const salon = await openSalon({ professionals: ['Ana'], resources: { Lavabo: 2 } })
  const booking = dataOf(await salon.guest.book('Ana', '10:00'), 201)
  const silla = <Lines extends string[][]>(...lines: Lines) =>
    runMany(
      lines.map((line) => ['blocks', ...line, '-b', salon.slug]),
      env,
    ) as Promise<{ [Index in keyof Lines]: RunResult }>
  const [created, whole, taken, takenJson, shown, list] = await silla(
    'create --professional ana --from 2030-03-04T16:00 --to 18:30 --reason Curso --json'.split(' '),
    'create --resource lavabo --to 2030-03-07T09:00 --reason Obras --from'
      .split(' ')
      .concat('2030-03-05 9:00'),
    'create --professional Ana --from 2030-03-04T09:00 --to 11:00 --reason x'.split(' '),
    'create --professional Ana --from 2030-03-04T16:30 --to 17:00 --reason x --json'.split(' '),
    ['list', '--from', '2030-03-04'],
    ['list', '--from', '2030-03-04', '--professional', 'Ana', '--json'],
  )
  const { block } = created.json()
  assert.deepEqual(
    [block.professional, block.resource, block.from, block.to, block.reason],
    [{ id: salon.id('Ana'), name: 'Ana' }, null, '2030-03-04 16:00', '2030-03-04 18:30', 'Curso'],
  )
  assert.match(whole.stdout, /^Created block \d+: Lavabo, 2030-03-05 09:00 to 2030-03-07 09:00\.$/m)
  assert.deepEqual(
    [taken.code, taken.stderr],
    [
      1,
      `Error: Nothing was blocked: booking ${booking.codigo} takes a part of that time. Move or cancel it ` +
        'first.\n',
    ],
  )
  const { error } = takenJson.json()
  assert.deepEqual(
    [error.code, error.obstacle],
    ['SLOT_NOT_AVAILABLE', { kind: 'block', id: block.id }],
  )
  assert.match(
    shown.stdout,
    new RegExp(`^${block.id} +Ana +2030-03-04 16:00 +2030-03-04 18:30 +Curso$`, 'm'),
  )
  assert.match(shown.stdout, /^\d+ +Lavabo +2030-03-05 09:00/m)
  assert.deepEqual([list.json().blocks, list.json().total], [[block], 1])

  const [deleted, again, backwards, unclear, both] = await silla(
    ['delete', String(block.id)],
    ['delete', String(block.id), '--json'],
    'create --professional Ana --from 2030-03-04T16:00 --to 15:00 --reason x'.split(' '),
    'create --professional Ana --from 16:00 --to 17:00 --reason x'.split(' '),
    'create --professional Ana --resource lavabo --from 2030-03-04T16:00 --to 17:00 --reason x'.split(
      ' ',
    ),
  )
  assert.equal(deleted.stdout, `Deleted block ${block.id}.\n`)
  assert.deepEqual([again.code, again.json().error.code], [1, 'BLOCK_NOT_FOUND'])
  assert.deepEqual(
    [backwards.code, backwards.stderr],
    [2, 'Error: --to 15:00 is not after --from 2030-03-04T16:00.\n'],
  )
  assert.match(unclear.stderr, /Invalid value for --from: expected "2027-06-30 16:00"/)
  assert.equal(both.code, 2)

  const { entries } = await auditLog(admin, salon.slug, {
    action: 'blocks',
    offset: 0,
    limit: 10,
  })
  assert.deepEqual(
    entries.map(({ operator, action, detail }) => [operator, action, detail]),
    [
      ['marta@desk', 'blocks.delete', { blockId: block.id }],
      ['marta@desk', 'blocks.create', { resource: 'lavabo', unitNumber: null }],
      ['marta@desk', 'blocks.create', { professionalId: salon.id('Ana') }],
    ],
  )
})
