import { parsePublicUrl } from '@silla/core/pages/public-url'
import { readSettings } from '../config.ts'
import { unreachable } from './banner-probe.ts'
import { type Finding, ok, problem, skip } from './finding.ts'

const timeoutMilliseconds = 4000

/** Whether the API responds at the address that emails and pages link to. */
export async function checkPublicUrl(): Promise<Finding> {
  const { publicUrl } = readSettings()
  if (publicUrl === undefined)
    return skip('public-url', 'PUBLIC_URL is not set here: the address of the pages is not known.')
  try {
    parsePublicUrl(publicUrl)
  } catch {
    return problem(
      'public-url',
      'PUBLIC_URL is not the address of a server.',
      'Expected one without a path, like https://book.example.',
    )
  }
  const fix =
    'Check that PUBLIC_URL is right, that its name resolves, and that the proxy in front of the ' +
    'API passes requests on.'
  try {
    const { status } = await fetch(new URL('/healthz', publicUrl), {
      signal: AbortSignal.timeout(timeoutMilliseconds),
    })
    return status === 200
      ? ok('public-url', `The API responds at ${publicUrl}.`)
      : problem('public-url', `${publicUrl}/healthz responds with status ${status}.`, fix)
  } catch (error) {
    const cause = error instanceof TypeError ? (error.cause ?? error) : error
    return unreachable('public-url', `The API at ${publicUrl}`, cause, fix)
  }
}
