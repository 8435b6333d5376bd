import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applySalon, planLines, planSalon, SalonFileError } from '@silla/core'
import { testDatabase } from '../support/database.ts'
import { salonFile } from './salon-text.ts'

const { admin, witness } = await testDatabase()

const category: [string, string] = [
  'pelo: { name: Pelo }',
  'pelo: { name: Pelo }\n  botes: { name: Botes, kind: product }',
]
const shop = (products: string, packages = ''): [string, string] => [
  'professionals:\n',
  `products:\n${products}${packages === '' ? '' : `points_packages:\n${packages}`}professionals:\n`,
]
const wax =
  '  cera: { name: { es: Cera, en: Wax }, description: Mate, category: botes, price: 14, offer_price: 12.5, points_awarded: 12, image: /c.svg, featured: true, stock: 8 }\n'
const brush = '  peine: { name: Peine, category: botes, price: 3.20 }\n'
const points = '  bono: { name: Bono, points: 200, price: 18 }\n'

test('products and points packages are stored and read back in the order of the file', async () => {
  const file = salonFile('shop', category, shop(wax + brush, points))
  const { businessId } = await applySalon(admin, file)
  assert.deepEqual((await planSalon(admin, file)).changes, [])
  const rows = await witness<{ line: string }[]>`
    select format('%s %s %s %s %s %s', p.handle, c.handle, price_cents, coalesce(offer_price_cents, 0), points_awarded,
      coalesce(stock::text, 'uncounted')) as line
    from products p join categories c on c.business_id = p.business_id and c.id = p.category_id
    where p.business_id = ${businessId} order by p.position`
  assert.deepEqual(
    rows.map(({ line }) => line),
    ['cera botes 1400 1250 12 8', 'peine botes 320 0 0 uncounted'],
  )
  const [offered] =
    await witness`select handle, points, price_cents from points_packages where business_id = ${businessId}`
  assert.deepEqual({ ...offered }, { handle: 'bono', points: 200, priceCents: 1800 })
})

test('a plan shows every change of products and points packages', async () => {
  await applySalon(admin, salonFile('edited-shop', category, shop(wax + brush, points)))
  const changed = wax.replace('price: 14', 'price: 15').replace('stock: 8', 'stock: 18')
  const plan = await planSalon(admin, salonFile('edited-shop', category, shop(brush + changed)))
  assert.deepEqual(planLines(plan), [
    'edited-shop: changes',
    '~ products cera',
    '    price: 14.00 -> 15.00',
    '    stock: 8 -> 18',
    '~ products',
    '    order: cera, peine -> peine, cera',
    '- points packages bono',
  ])
})

test('increasing the stock keeps what was sold in the meantime', async () => {
  const { businessId } = await applySalon(admin, salonFile('restocked', category, shop(wax)))
  await witness`update products set taken = 5 where business_id = ${businessId}`
  await applySalon(
    admin,
    salonFile('restocked', category, shop(wax.replace('stock: 8', 'stock: 18'))),
  )
  const [row] = await witness<{ left: number }[]>`
    select stock - taken as left from products where business_id = ${businessId}`
  assert.equal(row?.left, 13)
})

test('a removed product becomes inactive and keeps its row when added again', async () => {
  const whole = salonFile('shop-leaving', category, shop(wax + brush, points))
  const { businessId } = await applySalon(admin, whole)
  const rows = async () => [
    ...(await witness<{ id: number; active: boolean }[]>`
    select id, active from products where business_id = ${businessId} and handle = 'cera'`),
  ]
  const [before] = await rows()
  await applySalon(admin, salonFile('shop-leaving', category, shop(brush)))
  assert.deepEqual(await rows(), [{ ...before, active: false }])
  await applySalon(admin, whole)
  assert.deepEqual(await rows(), [before])
})

test('a wrong category, a price of zero and an offer above the price are reported', () => {
  const wrong =
    '  cera: { name: Cera, category: pelo, price: 14, offer_price: 14 }\n  peine: { name: Peine, category: bote, price: 3 }\n'
  assert.throws(
    () => salonFile('wrong-shop', category, shop(wrong)),
    (error) => {
      assert.ok(error instanceof SalonFileError)
      assert.deepEqual(
        error.problems.map(({ path, message }) => `${path}: ${message}`),
        [
          'products.cera.category: "pelo" is a category of services, not of products',
          'products.cera.offer_price: must be below the price, which is 14',
          'products.peine.category: unknown category "bote". Did you mean "botes"? Known: pelo, botes',
        ],
      )
      return true
    },
  )
  assert.throws(
    () =>
      salonFile('gift-shop', category, shop('  cera: { name: Cera, category: botes, price: 0 }\n')),
    /products\.cera\.price: must be a price above zero/,
  )
})
