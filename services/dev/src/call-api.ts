import { setTimeout as pause } from 'node:timers/promises'

/** How often a request is sent, and how long to wait in between. */
export interface Retries {
  attempts: number
  delayMilliseconds: number
}

export const fifteenSeconds: Retries = { attempts: 30, delayMilliseconds: 500 }

/**
 * Sends a request to the API of the demo, as a salon's website does, again while it has too much to do: a busy
 * machine may answer the first requests with 503.
 *
 * @param call `body`: POST, with it as JSON
 * @throws Error unless the response is a success
 */
export async function callApi<Data>(
  url: string,
  { key, body }: { key: string; body?: object },
  { attempts, delayMilliseconds } = fifteenSeconds,
): Promise<Data> {
  const response = await fetch(url, {
    headers: { 'X-API-Key': key, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const { data, error } = (await response.json()) as { data: Data; error?: { code: string } }
  if (response.ok) return data
  if (response.status !== 503 || attempts <= 1)
    throw new Error(`${body ? 'POST' : 'GET'} ${url} returned ${response.status} ${error?.code}`)
  await pause(delayMilliseconds)
  return callApi(url, { key, ...(body && { body }) }, { attempts: attempts - 1, delayMilliseconds })
}
