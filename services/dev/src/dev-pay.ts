import type { FastifyInstance } from 'fastify'
import type { DemoBusiness } from './demo-file.ts'

/**
 * Plays the website of a demo salon: `/dev/pay/<code>` asks the API for the intent of a booking, as
 * a site with the salon's key for browsers would, and sends the customer on to the practice
 * processor's checkout. For development alone.
 */
export function addDevPay(
  app: FastifyInstance,
  shop: { businesses: readonly DemoBusiness[]; processorUrl: string },
) {
  const hidden = { schema: { hide: true } as object }
  app.get<{ Params: { code: string } }>('/dev/pay/:code', hidden, async (request, reply) => {
    const { code } = request.params
    for (const { publishableKey: key, takesPayments } of shop.businesses) {
      if (!takesPayments) continue
      const found = await ask<FoundBooking>(
        'GET',
        `/reservas/codigo/${encodeURIComponent(code)}/`,
        key,
      )
      if (!found.data) continue
      const { id, cliente, a_pagar_ahora } = found.data
      const intent = await ask<{ client_secret: string }>('POST', '/pagos/intent/', key, {
        type: 'booking',
        reference_id: id,
        codigo: code,
        cliente_id: cliente.id,
        amount: a_pagar_ahora,
      })
      if (!intent.data)
        return reply.code(400).type('text/plain; charset=utf-8').send(`${intent.error?.message}\n`)
      return reply.redirect(`${shop.processorUrl}/double/pay/${intent.data.client_secret}`, 303)
    }
    return reply
      .code(404)
      .type('text/plain; charset=utf-8')
      .send('No demo salon that can be paid online has this booking.\n')
  })

  async function ask<Data>(
    method: 'GET' | 'POST',
    path: string,
    key: string,
    payload?: object,
  ): Promise<Answer<Data>> {
    const headers = { 'x-api-key': key }
    return (
      await app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) })
    ).json()
  }
}

interface FoundBooking {
  id: number
  cliente: { id: number }
  /** in cents */
  a_pagar_ahora: number
}

interface Answer<Data> {
  data?: Data
  error?: { code: string; message: string }
}
