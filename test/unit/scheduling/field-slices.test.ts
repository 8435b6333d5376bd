import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextPass } from 'node:timers/promises'
import type { GraphqlContext } from '../../../services/api/src/graphql/context.ts'
import { openFieldSlices } from '../../../services/api/src/graphql/field-slices.ts'
import { withSlices } from '../../../services/api/src/graphql/with-slices.ts'

/** Slices of so many fields. */
function slicesOf(fields: number) {
  let left = fields
  return {
    pause: () => {
      if (left-- > 0) return undefined
      return nextPass().then(() => {
        left = fields - 1
      })
    },
  }
}

test('fields are resolved at once while the slice lasts', () => {
  const { run } = openFieldSlices(slicesOf(3))
  assert.deepEqual([run(() => 'a'), run(() => null), run(() => 'c')], ['a', null, 'c'])
})

test('other requests are answered between the fields of two slices, which keep their order', async () => {
  const log: string[] = []
  const { run } = openFieldSlices(slicesOf(3))
  const fields = Array.from({ length: 8 }, (_, index) =>
    run(() => {
      log.push(`field ${index}`)
      return index
    }),
  )
  for (let request = 0; request < 3; request++) {
    await nextPass()
    log.push('request')
  }
  assert.deepEqual(await Promise.all(fields), [0, 1, 2, 3, 4, 5, 6, 7])
  assert.deepEqual(
    log.filter((each) => each !== 'request'),
    [0, 1, 2, 3, 4, 5, 6, 7].map((index) => `field ${index}`),
  )
  assert.ok(log.indexOf('request') < log.indexOf('field 7'), log.join())
})

test('a field that fails fails alone, and later fields go on', async () => {
  const { run } = openFieldSlices(slicesOf(0))
  const failing = run(() => {
    throw new Error('no such service')
  }) as Promise<unknown>
  const later = run(() => 'later')
  await assert.rejects(failing, /no such service/)
  assert.equal(await later, 'later')
  await nextPass()
  assert.equal(await run(() => 'again'), 'again')
})

test('fields of lists wait for their slice, those of a query and of mutations do not', async () => {
  const resolve = (parent: unknown) => parent
  const { Query, Mutation, Profesional } = withSlices({
    Query: { peluqueros: resolve },
    Mutation: { crear_reserva: resolve },
    Profesional: { servicios: resolve },
  })
  const context = { slices: openFieldSlices(slicesOf(0)) } as GraphqlContext
  assert.equal(Query?.peluqueros?.('salon', {}, context), 'salon')
  assert.equal(Mutation?.crear_reserva?.('salon', {}, context), 'salon')
  const services = Profesional?.servicios?.('Ana', {}, context)
  assert.ok(services instanceof Promise)
  assert.equal(await services, 'Ana')
})
