import { type Listener, mailCountQueries, type Sql } from '@silla/db'
import type { Clock } from '../clock.ts'
import type { MailLimits } from '../model/mail-limits.ts'
import { clientKey, hashOf, recipientKey } from './mail-keys.ts'

/**
 * The worker counts what it sends and announces who has reached a limit (registry.count_mail), so that
 * a request costs no query; a process that has not heard of it accepts a booking, and its email is not
 * sent.
 *
 * @param onError called when the limits cannot be read; requests are not affected
 */
export async function openMailLimits({
  registry,
  notices,
  clock,
  onError,
}: {
  registry: Sql
  notices: Listener
  clock: Clock
  onError: (error: unknown) => void
}): Promise<MailLimits> {
  const blocked = new Map<string, number>()
  let hashKey: Buffer | null = null
  let reading: Promise<void> | null = null

  notices.on('silla_mails', (notice) => {
    const [hash = '', until] = notice.split(' ')
    block(hash, Number(until))
  })
  notices.onGap(read)
  // without the key of the hashes the first bookings would not be counted
  await read()

  return {
    waitSeconds({ email, clientAddress }) {
      if (blocked.size === 0 || hashKey === null) return null
      const hashes = [
        hashOf(hashKey, recipientKey('booking', email)),
        ...(clientAddress === null ? [] : [hashOf(hashKey, clientKey(clientAddress))]),
      ]
      const until = Math.max(...hashes.map((hash) => blocked.get(hash) ?? 0))
      const milliseconds = until - clock.now().getTime()
      return milliseconds > 0 ? Math.ceil(milliseconds / 1000) : null
    },
    clientHash: (clientAddress) => keyedHash(clientKey(clientAddress)),
    keyedHash,
  }

  function keyedHash(text: string): string | null {
    if (hashKey === null) read()
    return hashKey && hashOf(hashKey, text)
  }

  function read(): Promise<void> {
    reading ??= mailCountQueries
      .listBlockedMails(registry, clock.now())
      .then((rows) => {
        for (const row of rows) {
          hashKey = row.hashKey
          if (row.keyHash && row.blockedUntil) block(row.keyHash, row.blockedUntil.getTime())
        }
      }, onError)
      .finally(() => {
        reading = null
      })
    return reading
  }

  function block(hash: string, until: number) {
    if (blocked.size >= mostBlocked) {
      const now = clock.now().getTime()
      for (const [known, end] of blocked) if (end <= now) blocked.delete(known)
    }
    // what is not remembered is refused by the worker
    if (blocked.size < mostBlocked) blocked.set(hash, until)
  }
}

const mostBlocked = 50_000
