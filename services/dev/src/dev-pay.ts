import type { FastifyInstance } from 'fastify'
import type { DemoBusiness } from './demo-file.ts'

/**
 * Stands in for the website of a demo salon: `/dev/pay/<code>` creates the payment intent of a
 * booking through the API, with the salon's publishable key, and redirects to the checkout page of
 * the fake Stripe. For development only.
 */
export function addDevPay(
  app: FastifyInstance,
  { businesses, processorUrl }: { businesses: readonly DemoBusiness[]; processorUrl: string },
) {
  const hidden = { schema: { hide: true } as object }
  app.get<{ Params: { code: string } }>(
    '/dev/pay/:code',
    hidden,
    async ({ params: { code } }, reply) => {
      for (const { publishableKey: key, takesPayments } of businesses) {
        if (!takesPayments) continue
        const bookingPath = `/reservas/codigo/${encodeURIComponent(code)}/`
        const booking = await request<BookingData>('GET', bookingPath, key)
        if (!booking.data) continue
        const { id, cliente, a_pagar_ahora } = booking.data
        const intent = await request<{ client_secret: string }>('POST', '/pagos/intent/', key, {
          type: 'booking',
          reference_id: id,
          codigo: code,
          cliente_id: cliente.id,
          amount: a_pagar_ahora,
        })
        if (!intent.data)
          return reply
            .code(400)
            .type('text/plain; charset=utf-8')
            .send(`${intent.error?.message}\n`)
        return reply.redirect(`${processorUrl}/pay/${intent.data.client_secret}`, 303)
      }
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send('No demo salon that accepts online payments has this booking.\n')
    },
  )

  async function request<Data>(
    method: 'GET' | 'POST',
    path: string,
    key: string,
    payload?: object,
  ): Promise<Envelope<Data>> {
    const headers = { 'x-api-key': key }
    return (
      await app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) })
    ).json()
  }
}

interface BookingData {
  id: number
  cliente: { id: number }
  /** In cents. */
  a_pagar_ahora: number
}

interface Envelope<Data> {
  data?: Data
  error?: { code: string; message: string }
}
