import { type Finding, fine, skipped, wrong } from '@silla/core/health/check-result'
import { readSettings } from '../config.ts'
import { firstWords } from './banner-probe.ts'
import { unreached } from './unreachable.ts'

/** Whether the Redis that several API processes count requests with lets us in. */
export async function reachRedis(): Promise<Finding> {
  const { redisUrl } = readSettings()
  if (redisUrl === undefined) return skipped('redis', 'REDIS_URL is not set here: each API process counts for itself.')
  if (!URL.canParse(redisUrl)) return wrong('redis', 'REDIS_URL is no URL.', 'Write it like redis://host:6379.')
  const url = new URL(redisUrl)
  const fix = 'Is it running, is REDIS_URL right with its password, may this machine reach it?'
  try {
    const words = await firstWords({ url, port: 6379, say: command(...greeting(url)) })
    if (/^\+(OK|PONG)/.test(words)) return fine('redis', `Redis at ${url.host} answers.`)
    return wrong('redis', `Redis at ${url.host} does not let us in.`, fix)
  } catch (error) {
    return unreached('redis', `Redis at ${url.host}`, error, fix)
  }
}

function greeting({ username, password }: URL): string[] {
  if (password === '') return ['PING']
  return ['AUTH', ...(username === '' ? [] : [decodeURIComponent(username)]), decodeURIComponent(password)]
}

/** As Redis reads it, each word with its length. */
const command = (...words: string[]): string =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`
