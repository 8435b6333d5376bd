import { givePoints } from '../../support/points.ts'
import { expect } from '../failure.ts'
import type { Step } from './step.ts'

/** A customer orders products, in stock or not. */
export const order: Step = {
  name: 'order',
  weight: ({ model }) => (model.plan.products.length > 0 ? 5 : 0),
  async run({ model, salon, rows, api, customerIds }, random) {
    const person = random.pick(model.people.filter(({ hasAccount }) => hasAccount))
    const product = random.pick(model.plan.products)
    const quantity = random.integer(1, 3)
    const taken = rows.products.find(({ id }) => id === salon.id(product.name))?.taken ?? 0
    const expected =
      product.stock !== null && taken + quantity > product.stock ? 'OUT_OF_STOCK' : 'ok'
    const items = [{ producto_id: salon.id(product.name), cantidad: quantity }]
    const answer = await api.post({ kind: 'customer', person }, '/pedidos/', { items })
    const text = `${person.name} orders ${quantity} of ${product.name}: ${answer.code}`
    expect(
      answer.code === expected,
      'what is in stock can be ordered and nothing else',
      () => `${text}, expected ${expected}`,
    )
    if (answer.code !== 'ok') return text
    model.orders.push({
      label: `O${model.orders.length + 1}`,
      id: answer.data.id,
      person,
      customerId: customerIds.get(person.email) ?? 0,
      expiresAt: model.now() + 30 * 60_000,
      items: [{ product: product.name, quantity }],
      totalCents: product.priceCents * quantity,
      pointsEarned: model.plan.pointsEnabled ? product.pointsAwarded * quantity : 0,
      state: 'pending',
    })
    return `${text} ${model.orders.at(-1)?.label}`
  },
}

/** The salon gives points by hand. */
export const gift: Step = {
  name: 'gift',
  weight: ({ customerIds }) => (customerIds.size > 0 ? 2 : 0),
  async run({ model, salon, customerIds, step, nextNumber }, random) {
    const person = random.pick(model.people.filter(({ email }) => customerIds.has(email)))
    const customerId = customerIds.get(person.email) ?? 0
    // an amount is given once: the amount is part of its cause
    const points = 40 + nextNumber()
    await givePoints(salon, customerId, points)
    step.gifts.push({ customerId, points })
    return `${person.name} is given ${points} points`
  },
}
