import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  effectivePermissions,
  eraseCustomerAsStaff,
  type StaffIdentity,
  searchCustomers,
  searchWords,
} from '@silla/core'
import { assertError, assertInvalid, dataOf } from '../../support/assertions.ts'
import { testDatabase } from '../../support/database.ts'
import { queryGraphql } from '../../support/graphql.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'
import { staffOf } from '../../support/staff.ts'

// Finding customers at the desk (D74): one salon with customers, and one beside it.

const { witness } = await testDatabase()
let salon: TestSalon
let neighbour: TestSalon

const people = [
  { nombre: 'María del Carmen García-López', email: 'carmen@example.com', telefono: '612 345 678' },
  { nombre: 'Íñigo Sáez', email: 'inigo@acme.example', telefono: '+34 699 112 233' },
  { nombre: 'Garazi Sáez', email: 'Garazi@example.com' },
  { nombre: 'أَحمد الهاشمي', email: 'ahmad@example.com' },
  { nombre: 'Sin Correo', telefono: '612 345 678' },
]

before(async () => {
  salon = await openSalon({ now: '2030-03-04T08:00', professionals: ['Ana', 'Bea'] })
  neighbour = await openSalon()
  for (const person of people) dataOf(await salon.backend.post('/clientes/', person), 201)
  dataOf(await neighbour.backend.post('/clientes/', { nombre: 'Garazi Otra' }), 201)
})

const namesFor = async (query: string, at = salon): Promise<string[]> =>
  dataOf(await at.backend.get(`/clientes/?${query}`)).items.map(
    ({ nombre }: { nombre: string }) => nombre,
  )
const find = (text: string) => namesFor(`q=${encodeURIComponent(text)}`)

test('D74: a customer is found by the beginning of any word of the name, without accents and case', async () => {
  for (const text of ['garc', 'LÓPEZ', 'maria gar', 'carmen m', 'Lopez carmen'])
    assert.deepEqual(await find(text), [people[0]?.nombre], text)
  assert.deepEqual(await find('sáe'), ['Garazi Sáez', 'Íñigo Sáez'])
  assert.deepEqual(await find('gar'), ['Garazi Sáez', people[0]?.nombre], 'first words first')
  for (const text of ['arci', 'maria sáez', 'zzz', '%', '_', "o'"])
    assert.deepEqual(await find(text), [], text)
})

test('D74: an Arabic name is found with and without diacritics, article and hamza', async () => {
  for (const text of ['احمد', 'أحمد', 'الهاشمي', 'هاشمى'])
    assert.deepEqual(await find(text), ['أَحمد الهاشمي'], text)
})

test('D74: a customer is found by the beginning of the e-mail, and by the beginning or end of the phone', async () => {
  for (const text of ['INIGO@ac', 'inigo@acme.example', '699 11', '+3469911', '0034699', '2233'])
    assert.deepEqual(await find(text), ['Íñigo Sáez'], text)
  for (const text of ['acme', '11', '9911']) assert.deepEqual(await find(text), [], text)
})

test('D74: an empty search has the newest customers, in pages', async () => {
  salon.setTime('2030-03-05T08:00')
  dataOf(await salon.backend.post('/clientes/', { nombre: 'Zoe Nueva' }), 201)
  const { items, pagination } = dataOf(await salon.backend.get('/clientes/?page_size=2'))
  assert.deepEqual([items.length, items[0].nombre], [2, 'Zoe Nueva'])
  assert.equal(pagination.total_items, people.length + 1)
  const beyond = dataOf(await salon.backend.get('/clientes/?q=s&page=9&page_size=2'))
  assert.deepEqual([beyond.items, beyond.pagination.total_items], [[], 3])
})

test('D74: a phone suggests who has it, on the card or in a booking, the latest visit first', async () => {
  const input = { nombre: 'Por Teléfono', email: null, telefono: '612345678', por_negocio: true }
  dataOf(await salon.backend.book('Ana', '10:00', { ...input, date: '2030-03-06' }), 201)
  const names = await namesFor(`telefono=${encodeURIComponent('+34 612 34 56 78')}`)
  assert.deepEqual([names[0], names.length], ['Por Teléfono', 3])
  assert.deepEqual(await namesFor('telefono=612345679'), [])
  assertInvalid(await salon.backend.get('/clientes/?telefono=612'), 'telefono')
  assertInvalid(await salon.backend.get('/clientes/?telefono=612345678&q=a'), 'telefono')
})

test('D74: customers of another salon are not found', async () => {
  assert.deepEqual(await namesFor('q=garazi', neighbour), ['Garazi Otra'])
  assert.deepEqual(await namesFor('telefono=612345678', neighbour), [])
})

test('D74: an erased customer is not found', async () => {
  const { id } = dataOf(
    await salon.backend.post('/clientes/', { nombre: 'Erasmo Borrado', email: 'eb@example.com' }),
    201,
  )
  await eraseCustomerAsStaff(await staffOf(salon), id)
  for (const text of ['erasmo', 'erased', 'eb@']) assert.deepEqual(await find(text), [], text)
})

test('D65: a person sees customers of their own agenda only, and contact details with the permission only', async () => {
  const book = async (nombre: string, who: string, hora: string) =>
    dataOf(
      await salon.backend.book(who, hora, {
        nombre,
        email: null,
        por_negocio: true,
        date: '2030-03-07',
      }),
      201,
    )
  await book('Propia Uno', 'Ana', '10:00')
  await book('Propia Dos', 'Bea', '10:00')
  const context = await staffOf(salon)
  const seenBy = (part: Partial<StaffIdentity>, text: string) =>
    searchCustomers(
      {
        ...context,
        identity: {
          ...{
            kind: 'staff',
            staffId: 1,
            sessionId: 1,
            passkeyAt: null,
            device: 'personal',
            isOwner: false,
          },
          permissions: effectivePermissions('professional'),
          professionalId: salon.id('Ana'),
          ...part,
        },
      },
      { text, offset: 0, limit: 10 },
    )
  const own = await seenBy({}, 'propia')
  assert.deepEqual([own.customers.map(({ name }) => name), own.total], [['Propia Uno'], 1])
  assert.equal((await seenBy({ professionalId: null }, 'propia')).total, 0)
  assert.equal((await seenBy({}, '')).total, 2)
  const reception = { permissions: effectivePermissions('receptionist'), professionalId: null }
  assert.equal((await seenBy(reception, 'propia')).total, 2)

  const permissions = effectivePermissions('professional', ['agenda.all'])
  for (const text of ['inigo@acme.example', '699 11', '2233'])
    assert.equal((await seenBy({ permissions }, text)).total, 0, text)
  const [inigo] = (await seenBy({ permissions }, 'inigo')).customers
  assert.deepEqual([inigo?.name, inigo?.email, inigo?.phone], ['Íñigo Sáez', '', ''])
})

test('a search for many matches counts and lists five hundred', async () => {
  const crowded = await openSalon()
  await witness`
    insert into customers (
      business_id, email, name, language, created_at, search_name, search_word_2, search_word_3)
    select ${crowded.businessId}, '', name, 'es', now(), words.search_name, words.search_word_2, words.search_word_3
    from generate_series(1, 1200) n
    cross join lateral (
      select case when n % 2 = 0 then 'Repetida ' else 'Otra Repetida ' end || n as name) invented
    cross join lateral app.search_columns(name, '') words`
  const { pagination } = dataOf(await crowded.backend.get('/clientes/?q=rep'))
  assert.equal(pagination.total_items, 500)
  const last = dataOf(await crowded.backend.get('/clientes/?q=rep&page=25&page_size=20'))
  assert.deepEqual([last.items.length, last.pagination.has_next], [20, false])
  assert.equal(dataOf(await crowded.backend.get('/clientes/')).pagination.total_items, 1200)
})

test('words of a name are the same in the database and in the program', async () => {
  const names = [
    ...people.map(({ nombre }) => nombre),
    ...["O'Connor, Zoë", 'Łukasz-Żółć ÆON', 'ΣΊΣΥΦΟΣ Σ', 'Ñandú·Müller', '(Ana) «Bel»', '  x  '],
    ...[
      'İbrahim IŞIK',
      'ẞtraße',
      'عَبْدُ ٱلرَّحْمٰن',
      'مُصْطَفَى',
      'فاطمة',
      'دانیال\u200cنژاد',
      'Дмитрий Ё',
      '陳 小春',
    ],
    ...['１２ ａｂ', 'Nguyễn Văn Á', 'ﬁlip'],
  ]
  const rows = await witness<{ name: string; searchName: string; words: (string | null)[] }[]>`
    select name, search_name,
      array[search_word_2, search_word_3, search_word_4, search_word_5, search_word_6] as words
    from unnest(${names}::text[]) name, app.search_columns(name, '')`
  for (const { name, searchName, words } of rows) {
    const expected = searchWords(name)
    assert.equal(searchName, expected.join(' '), name)
    assert.deepEqual(
      words,
      [1, 2, 3, 4, 5].map((index) => expected[index] ?? null),
      name,
    )
  }
})

test('the card of a customer cannot be read or searched by others', async () => {
  for (const path of ['/clientes/', '/clientes/1/'])
    assertError(await salon.guest.get(path), 'INSUFFICIENT_SCOPE')
})

test('a search for a character that no text has is an error that names the parameter', async () => {
  assertInvalid(await salon.backend.get('/clientes/?q=Mar%00'), 'q')
  assertInvalid(await salon.backend.get('/clientes/?telefono=6%00'), 'telefono')
  const query = 'query ($q: String) { clientes(q: $q) { items { id } } }'
  const { codes } = await queryGraphql(salon.backend, query, { q: 'Mar\ud800' })
  assert.deepEqual(codes, ['VALIDATION_ERROR'])
})
