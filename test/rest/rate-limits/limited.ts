import assert from 'node:assert/strict'
import { openApi, type TestApi } from '../../support/api.ts'
import { type ApiResponse, type Client, client } from '../../support/client.ts'
import { limitsIn } from '../../support/redis.ts'
import { openSalon, type TestSalon } from '../../support/salon.ts'

/**
 * A salon behind an API that counts, with a clock that stands still; proxies on this machine are
 * believed.
 */
export interface LimitedSalon {
  salon: TestSalon
  api: TestApi
  /** Somebody with the publishable key who comes from there. */
  visitorAt(address: string): Client
  /** The salon's own server. */
  server: Client
  /** Time passes for the buckets. */
  later(seconds: number): void
}

export async function openLimited(
  t: { after(end: () => Promise<void>): void },
  more: {
    redisUrl?: string
    databaseUrl?: string
    trustedProxies?: string[]
    professionals?: string[]
  } = {},
): Promise<LimitedSalon> {
  const { professionals = ['Ana'] } = more
  const salon = await openSalon({ professionals })
  const { redisUrl = null, trustedProxies = ['127.0.0.1', '10.0.0.0/8'] } = more
  const api = await openApi(more.databaseUrl, { limits: limitsIn(redisUrl, trustedProxies) })
  t.after(api.close)
  let now = salon.clock.now().getTime()
  const later = (seconds: number) => {
    now += seconds * 1000
    api.clock.set(new Date(now))
  }
  later(0)
  return {
    salon,
    api,
    visitorAt: (address) =>
      client(api.url, { 'x-api-key': salon.publishableKey, 'x-forwarded-for': address }),
    server: client(api.url, { 'x-api-key': salon.secretKey }),
    later,
  }
}

/** Sends the request several times in sequence; every one must be admitted. */
export async function admits(
  times: number,
  request: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  let answer: ApiResponse | undefined
  for (let i = 0; i < times; i++) {
    answer = await request()
    assert.notEqual(answer.status, 429, `refused at request ${i + 1} of ${times}`)
  }
  return answer as ApiResponse
}

export async function refuses(query: () => Promise<ApiResponse>): Promise<ApiResponse> {
  const answer = await query()
  assert.equal(answer.status, 429, answer.text)
  assert.equal(answer.error.code, 'RATE_LIMIT_EXCEEDED')
  return answer
}
