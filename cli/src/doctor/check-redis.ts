import { type CheckResult, ok, problem, skip } from '@silla/core/health/check-result'
import { readSettings } from '../config.ts'
import { readBanner } from './banner-probe.ts'
import { unreachable } from './unreachable.ts'

/** Whether the Redis that several API processes count requests with lets us in. */
export async function checkRedis(): Promise<CheckResult> {
  const { redisUrl } = readSettings()
  if (redisUrl === undefined)
    return skip('redis', 'REDIS_URL is not set here: each API process counts for itself.')
  if (!URL.canParse(redisUrl))
    return problem('redis', 'REDIS_URL is no URL.', 'Write it like redis://host:6379.')
  const url = new URL(redisUrl)
  const fix = 'Is it running, is REDIS_URL right with its password, may this machine reach it?'
  try {
    const words = await readBanner({ url, port: 6379, say: command(...greeting(url)) })
    if (/^\+(OK|PONG)/.test(words)) return ok('redis', `Redis at ${url.host} answers.`)
    return problem('redis', `Redis at ${url.host} does not let us in.`, fix)
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

/** As Redis reads it, each word with its length. */
const command = (...words: string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`
