import { setTimeout as pause } from 'node:timers/promises'
import type { Mailbox } from '../support/mailbox.ts'

/** A customer with an account, who looks at their bookings until stopped. */
export interface SignedInCustomer {
  /** How often they saw their bookings, and got new tokens. */
  counts: { reads: number; refreshes: number }
  /** What was answered otherwise than it should have been. */
  failures: string[]
  stop(): Promise<void>
}

const readsPerRefresh = 5
const millisecondsBetweenReads = 50

/** Registers at an API with the code from the email, and keeps reading with the tokens. */
export async function startSignedInCustomer(
  apiUrl: string,
  key: string,
  mailbox: Mailbox,
): Promise<SignedInCustomer> {
  const email = 'marta@example.com'
  const password = 'la silla junto a la ventana'
  const counts = { reads: 0, refreshes: 0 }
  const failures: string[] = []
  let isStopping = false
  const { otp_id } = await post('/auth/registro/', { nombre: 'Marta Ruiz', email, password })
  const { text = '' } = await mailbox.receive((mail) => mail.recipients.includes(email))
  const codigo = /^\d{6}$/m.exec(text)?.[0]
  let tokens = await post('/auth/verify-otp/', { otp_id, codigo })
  const reading = readUntilStopped().catch((error) => failures.push(String(error)))
  return {
    counts,
    failures,
    async stop() {
      isStopping = true
      await reading
    },
  }

  async function readUntilStopped() {
    while (!isStopping) {
      await pause(millisecondsBetweenReads)
      const { reservas } = await send('/cliente/reservas/', {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      })
      if (!Array.isArray(reservas)) throw new Error('no list of bookings')
      counts.reads += 1
      if (counts.reads % readsPerRefresh > 0) continue
      tokens = await post('/auth/refresh/', { refresh_token: tokens.refresh_token })
      counts.refreshes += 1
    }
  }

  function post(path: string, body: object) {
    return send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  async function send(path: string, init: RequestInit & { headers: Record<string, string> }) {
    const headers = { 'x-api-key': key, ...init.headers }
    const response = await fetch(`${apiUrl}/api/v1${path}`, { ...init, headers })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return (JSON.parse(text) as { data: Answer }).data
  }
}

interface Answer {
  otp_id: string
  access_token: string
  refresh_token: string
  reservas?: object[]
}
