import { readSettings } from '../config.ts'
import { readBanner, unreachable } from './banner-probe.ts'
import { type Finding, ok, problem, skip } from './finding.ts'

/** Whether the Redis that API processes share their rate limit counters in accepts connections. */
export async function checkRedis(): Promise<Finding> {
  const { redisUrl } = readSettings()
  if (redisUrl === undefined)
    return skip('redis', 'REDIS_URL is not set here: each API process counts requests for itself.')
  if (!URL.canParse(redisUrl))
    return problem('redis', 'REDIS_URL is not a URL.', 'Expected one like redis://host:6379.')
  const url = new URL(redisUrl)
  const fix =
    'Check that it is running, that REDIS_URL and its password are right, and that this ' +
    'machine can reach it.'
  try {
    const response = await readBanner({ url, port: 6379, request: command(...greeting(url)) })
    if (/^\+(OK|PONG)/.test(response)) return ok('redis', `Redis at ${url.host} responds.`)
    return problem('redis', `Redis at ${url.host} rejects the login.`, fix)
  } catch (error) {
    return unreachable('redis', `Redis at ${url.host}`, error, fix)
  }
}

function greeting({ username, password }: URL): string[] {
  if (password === '') return ['PING']
  return [
    'AUTH',
    ...(username === '' ? [] : [decodeURIComponent(username)]),
    decodeURIComponent(password),
  ]
}

/** In the Redis protocol, each word with its length. */
const command = (...words: string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`
