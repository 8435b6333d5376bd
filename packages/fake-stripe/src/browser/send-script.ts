import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'

const folder = new URL('../../browser/', import.meta.url)
const files = new Map([
  ['/stripe.js', 'stripe.js'],
  ...['authentication-dialog.js', 'card-form.js', 'style.js', 'texts.js', 'wallet-buttons.js'].map(
    (name) => [`/browser/${name}`, name] as const,
  ),
])

/**
 * Serves `/stripe.js`, and below `/browser/` the modules that it loads. Pages of any origin may load
 * them, also those that require their resources to allow that.
 *
 * @returns false for any other path
 */
export async function sendScript(pathname: string, response: ServerResponse): Promise<boolean> {
  const name = files.get(pathname)
  if (name === undefined) return false
  response.writeHead(200, {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  response.end(await readFile(new URL(name, folder)))
  return true
}
