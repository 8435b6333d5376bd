import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { operations } from '@silla/api'
import { testApi } from '../support/api.ts'
import { dataOf } from '../support/assertions.ts'
import { testDatabase } from '../support/database.ts'
import { openSalon, type StaffClient, type TestSalon } from '../support/salon.ts'

// Every operation is called by staff with the ids of rows that are not theirs, and no response has a
// word of them: an owner with those of another salon, a professional with those of a colleague.

/** In each text of a row that belongs to another salon, or to a colleague. */
const foreign = 'Zyxforeign'
const colleagues = 'Qwvcolleague'

let mine: TestSalon
let owner: StaffClient
let ana: StaffClient
/** By the word in their texts: the ids of all rows that have it, whatever they are of. */
let ids: Record<typeof foreign | typeof colleagues, number[]>

before(async () => {
  await testApi()
  const fixture = {
    services: [{ name: 'Corte' }],
    professionals: ['Ana', 'Bea'],
    now: '2030-03-04T08:00',
  }
  mine = await openSalon(fixture)
  const theirs = await openSalon(fixture)
  await Promise.all([fill(mine, 'Bea', colleagues), fill(theirs, 'Ana', foreign)])
  await fill(mine, 'Ana', 'Own')
  owner = await mine.staff('owner')
  ana = await mine.staff('professional', { professional: 'Ana' })
  ids = {
    [foreign]: await idsOf(theirs, foreign),
    [colleagues]: await idsOf(mine, colleagues),
  }
})

/** A booking, a block, a hold, an entry of the waitlist, a customer and a person of the team, whose texts have the word. */
async function fill(salon: TestSalon, professional: string, word: string): Promise<void> {
  const day = { fecha: '2030-03-05' }
  const visit = { servicio_ids: [salon.id('Corte')], peluquero_id: salon.id(professional) }
  const person = { nombre: `${word} Gil`, telefono: '698765432', email: `${word}@example.com` }
  const booking = { ...day, ...visit, ...person, notas: `${word} notes` }
  dataOf(await salon.backend.post('/reservas/crear/', { ...booking, hora_inicio: '10:00' }), 201)
  dataOf(
    await salon.backend.post('/bloqueos/', {
      peluquero_id: salon.id(professional),
      desde: '2030-03-05T15:00',
      hasta: '2030-03-05T16:00',
      motivo: `${word} reason`,
    }),
    201,
  )
  await salon.staff('receptionist', { name: `${word} Gil`, email: `${word}@team.example` })
  dataOf(await salon.backend.post('/retenciones/', { ...day, ...visit, hora_inicio: '12:00' }), 201)
  dataOf(
    await salon.backend.post('/lista-espera/', {
      ...{ servicio_ids: visit.servicio_ids, peluquero_id: visit.peluquero_id },
      ...{ desde: '2030-03-05', hasta: '2030-03-06', ...person, notas: `${word} notes` },
    }),
    201,
  )
}

/** Of every row of the salon in which the word stands. */
async function idsOf({ businessId }: TestSalon, word: string): Promise<number[]> {
  const { witness } = await testDatabase()
  const tables = await witness<{ name: string }[]>`
    select quote_ident(tables.table_name) as name
    from information_schema.tables tables
    join information_schema.columns columns using (table_schema, table_name)
    where tables.table_schema = 'app' and columns.column_name = 'id'`
  const found: number[] = []
  for (const { name } of tables) {
    const rows = await witness.unsafe<{ id: string }[]>(
      `select id::text as id from app.${name} as line
       where business_id = $1 and to_jsonb(line)::text like $2`,
      [businessId, `%${word}%`],
    )
    found.push(...rows.map(({ id }) => Number(id)))
  }
  assert.ok(found.length >= 4, `${found.length} rows have ${word}`)
  return [...new Set(found)]
}

/** The agenda has days; the rows are of one. */
const dayOf = (name: string) => (name === 'agenda.ver' ? '?fecha=2030-03-05' : '')

test('D65: no operation shows staff a row of another salon or of a colleague', async () => {
  const seen: string[] = []
  let answered = 0
  const call = async (who: StaffClient, words: readonly string[], id: number) => {
    for (const { name, rest, access } of operations) {
      if (rest.method !== 'GET' || access === 'customer') continue
      // without an id in the path every call is the same
      if (!rest.path.includes(':') && id !== ids[foreign][0]) continue
      const path = rest.path.replace(/:\w+/g, String(id)) + dayOf(name)
      const { status, text } = await who.get(path)
      if (status === 200) answered++
      for (const word of words)
        if (text.includes(word)) seen.push(`${name} shows ${word} (${path})`)
    }
  }
  for (const id of ids[foreign]) await call(owner, [foreign], id)
  for (const id of [...ids[foreign], ...ids[colleagues]]) await call(ana, [foreign, colleagues], id)
  assert.deepEqual(seen, [])
  assert.ok(answered > 20, String(answered))
})

test('D65: what is shown without a limit has those words, so that the test would find them', async () => {
  const texts: string[] = []
  for (const { name, rest, access } of operations)
    if (rest.method === 'GET' && !rest.path.includes(':') && access !== 'customer')
      texts.push((await owner.get(rest.path + dayOf(name))).text)
  const all = texts.join('\n')
  for (const shown of ['Gil', 'notes', 'reason'])
    assert.ok(all.includes(`${colleagues} ${shown}`), shown)
})
