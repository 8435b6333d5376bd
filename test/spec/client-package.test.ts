import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { testApi } from '../support/api.ts'
import { dataOf } from '../support/assertions.ts'
import { codeFor } from '../support/emails.ts'
import { type ClientProject, openClientProject } from '../support/packed-client.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'

const maxRestBytes = 4000
const maxGraphqlBytes = 5000

let salon: TestSalon
let baseUrl: string
let project: ClientProject

before(async () => {
  salon = await openSalon({
    services: [{ name: 'Corte', minutes: 30, priceCents: 1800 }],
    payments: true,
    editFile: (file) => ({
      ...file,
      services: file.services.map((service) => ({
        ...service,
        name: { ...service.name, en: 'Haircut' },
      })),
    }),
  })
  baseUrl = new URL((await testApi()).url).origin
  project = await openClientProject()
  for (const [name, text] of await recipes()) await project.write(name, text)
  await project.write('consumer.ts', consumer)
})

/** The files of the README, for this salon. */
async function recipes(): Promise<[name: string, text: string][]> {
  const readme = await readFile(
    join(project.folder, 'node_modules/@silla/client/README.md'),
    'utf8',
  )
  return [...readme.matchAll(/^```ts (\S+)\n(.*?)^```/gms)].map(([, name = '', text = '']) => [
    name,
    text.replace('https://api.example.com', baseUrl).replace('silla_pub_...', salon.publishableKey),
  ])
}

const consumer = `
import { createSillaClient, createSillaGraphqlClient, graphql } from '@silla/client'

const [baseUrl = '', apiKey = ''] = process.argv.slice(2)
const rest = createSillaClient({ baseUrl, apiKey })
const { data } = await rest.GET('/api/v1/servicios/')
const query = createSillaGraphqlClient({ baseUrl, apiKey, language: 'en' })
const salon = await query(graphql('{ servicios { items { nombre } } }'))
const names: string[] = [
  ...(data?.data.servicios ?? []).map(({ nombre }) => nombre),
  ...(salon.data?.servicios.items ?? []).map(({ nombre }) => nombre),
]
console.log(names.join(' '))
`

test('the packed client contains its code and types, and works in another project', async () => {
  const { packed } = project
  for (const path of ['dist/index.js', 'dist/index.d.ts', 'dist/schema.d.ts', 'README.md'])
    assert.ok(packed.includes(path), `${path} is not packed`)
  assert.deepEqual(
    packed.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts')),
    [],
  )
  assert.equal(
    await project.run('node', 'consumer.ts', baseUrl, salon.publishableKey),
    'Corte Haircut\n',
  )
})

test('its types are those that a program and the recipes of the README need', async () => {
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes']
  const target = ['--module', 'nodenext', '--target', 'esnext', '--lib', 'esnext,dom']
  const files = ['consumer.ts', ...(await recipes()).map(([name]) => name)]
  await project.run(
    'tsc',
    '--noEmit',
    '--allowImportingTsExtensions',
    ...strict,
    ...target,
    ...['--types', 'node'],
    ...files,
  )
})

test('a bundle for browsers has the client that it uses, and is small', async () => {
  const bundle = async (name: string, text: string) => {
    await project.write(`${name}.js`, text)
    const options = ['--bundle', '--minify', '--format=esm', '--platform=browser']
    return project.run('esbuild', `${name}.js`, ...options, '--target=es2022')
  }
  const sizeOf = (text: string) => gzipSync(text, { level: 9 }).length
  const rest = await bundle('rest', "export { createSillaClient } from '@silla/client'")
  assert.doesNotMatch(rest, /graphql/)
  assert.ok(sizeOf(rest) <= maxRestBytes, `REST has ${sizeOf(rest)} bytes`)
  const both = await bundle('graphql', "export * from '@silla/client'")
  const graphqlBytes = sizeOf(both) - sizeOf(rest)
  assert.ok(graphqlBytes <= maxGraphqlBytes, `GraphQL adds ${graphqlBytes} bytes`)

  await project.write('bundled.mjs', rest)
  const { createSillaClient } = await import(join(project.folder, 'bundled.mjs'))
  const silla = createSillaClient({ baseUrl, apiKey: salon.publishableKey })
  const { data } = await silla.GET('/api/v1/servicios/')
  assert.equal(data.data.servicios[0].nombre, 'Corte')
})

/** Bundles a file of the README, as a page would load it, and runs it. */
async function recipe(name: string, instance = 1) {
  const bundle = await project.run('esbuild', name, '--bundle', '--format=esm')
  const file = `${name}.${instance}.mjs`
  await project.write(file, bundle)
  return import(join(project.folder, file))
}

test('recipes: a guest lists a day, holds a time, books, pays and reschedules', async () => {
  const [{ freeTimes }, { hold, book }, { pay }, { findBooking, otherTimes, move }] =
    await Promise.all(
      ['free-times.ts', 'book.ts', 'pay.ts', 'reschedule.ts'].map((name) => recipe(name)),
    )
  const day = '2030-03-06'
  const service = salon.id('Corte')
  const [time] = await freeTimes(service, day)
  const visit = { servicio_ids: [service], fecha: day, hora_inicio: time }
  const guest = { nombre: 'Eva Gil', email: 'eva@example.com', telefono: '612345678' }
  const { hold: held } = await hold(visit)
  const { alternatives } = await hold(visit)
  assert.ok(alternatives[0].hora_inicio > time)
  const { codigo } = await book(visit, held, guest)
  await assert.rejects(book(visit, held, guest))

  const booking = await findBooking(codigo)
  assert.equal(booking.servicios[0].nombre, 'Haircut')
  const pays = (card?: string) => async (clientSecret: string) =>
    void salon.stripe.fake.pay(clientSecret, card)
  const declined = await pay(booking, pays('4000000000009995'))
  assert.equal(declined.isPaid, false)
  assert.ok(declined.message.length > 5)
  assert.deepEqual(await pay(booking, pays()), { isPaid: true, message: '' })

  const paid = await findBooking(codigo)
  const times = await otherTimes(paid, day)
  assert.ok(times.includes(time))
  const to = { fecha: day, hora_inicio: times.at(-1) }
  assert.equal((await move(paid, to, { preview: true })).simulado, true)
  assert.equal((await findBooking(codigo)).hora_inicio, time)
  assert.equal((await move(paid, to, { preview: false })).hora_inicio, to.hora_inicio)
  await assert.rejects(move(paid, { ...to, hora_inicio: time }, { preview: false }))
})

test('recipes: a customer signs in by code; of two tabs one renews the session', async (t) => {
  const items = new Map<string, string>()
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (name: string) => items.get(name) ?? null,
      setItem: (name: string, value: string) => items.set(name, value),
    },
  })
  t.after(() => {
    if (before) Object.defineProperty(globalThis, 'localStorage', before)
    else Reflect.deleteProperty(globalThis, 'localStorage')
  })
  const marta = { nombre: 'Marta Ruiz', email: 'marta@example.com' }
  const customer = await salon.customer(marta)
  dataOf(await customer.book('Ana', '12:00', { date: '2030-03-07' }), 201)

  const tab = await recipe('account.ts')
  assert.equal(await tab.ownBookings(), null)
  const otpId = await tab.requestCode(marta.email)
  await tab.signIn(otpId, await codeFor(salon, marta.email))
  assert.equal((await tab.ownBookings())[0].hora_inicio, '12:00')
  const other = await recipe('account.ts', 2)

  salon.setTime('2030-03-04T08:20')
  const first = items.get('silla')
  const [one, two] = await Promise.all([
    Promise.all([tab.ownBookings(), tab.ownBookings()]),
    other.ownBookings(),
  ])
  for (const bookings of [...one, two]) assert.equal(bookings[0].hora_inicio, '12:00')
  assert.notEqual(items.get('silla'), first)

  salon.setTime('2030-03-04T08:40')
  const renewed = await other.ownBookings()
  assert.equal(renewed.length, 1)
  await other.signOut()
  assert.equal(await tab.ownBookings(), null)
})
