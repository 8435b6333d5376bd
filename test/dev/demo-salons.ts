import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DemoFile } from '../../services/dev/src/demo-file.ts'
import type { Program } from './program.ts'

// What guests of the demo salons do with a running `npm start`.

export interface Curl {
  url: string
  headers: Record<string, string>
  body: string
  /** The booking pages, which are above everything else. */
  pages: string[]
}

/** Waits for the banner and parses the pages and the command that creates a booking. */
export async function curlOf(program: Program): Promise<Curl> {
  const lines: string[] = []
  for (let line = await program.line(); line !== null; line = await program.line()) {
    lines.push(line)
    if (!line.includes('Ctrl-C')) continue
    const [command = ''] = /curl .*?'\n/s.exec(lines.join('\n').replaceAll(/ \\\n */g, ' ')) ?? []
    const [, url = ''] = /curl -X POST (\S+)/.exec(command) ?? []
    const headers = [...command.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name, value]) => [
      name,
      value,
    ])
    const [, body = ''] = /-d '([^']+)'/.exec(command) ?? []
    const [first = ''] = lines.join('\n').split('/api/v1/', 1)
    const pages = first.match(/http:\S+\/s\/\S+/g) ?? []
    return { url, headers: Object.fromEntries(headers), body, pages }
  }
  assert.fail(`it stopped without printing the banner: ${(await program.ended).errors}`)
}

export const post = ({ url, headers, body }: Pick<Curl, 'url' | 'headers' | 'body'>) =>
  fetch(url, { method: 'POST', headers, body })

/** Sends the request of the banner. @returns the code of the booking */
export async function book(curl: Curl): Promise<string> {
  const { data, error } = await jsonOf(post(curl))
  assert.equal(error, undefined)
  return data.codigo
}

/** The HTTP status for the code of a booking, at the salon of the banner. */
export async function statusOfBooking(folder: string, code: string): Promise<number | undefined> {
  const { baseUrl, businesses } = demoOf(folder)
  const response = await get(
    `${baseUrl}/api/v1/reservas/codigo/${code}/`,
    businesses[0]?.publishableKey ?? '',
  )
  return response.status
}

/** The fields of responses that these tests check. */
export interface Envelope {
  data: {
    id: string
    codigo: string
    pago: { estado: string }
    cliente: { id: number }
    a_pagar_ahora: number
    payment_intent_id: string
    logo_url: string
    configuracion: { timezone: string }
  }
  error?: { code: string }
}

export const jsonOf = async (response: Promise<Response>) =>
  (await (await response).json()) as Envelope

export const get = (url: string, key: string) => fetch(url, { headers: { 'X-API-Key': key } })

export const demoOf = (folder: string): DemoFile =>
  JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'))
