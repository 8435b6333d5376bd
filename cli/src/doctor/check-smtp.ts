import { readSettings } from '../config.ts'
import { readBanner, unreachable } from './banner-probe.ts'
import { type Finding, ok, problem, skip } from './finding.ts'

/** Whether the mail server responds; nothing is sent, and there is no login. */
export async function checkSmtp(): Promise<Finding> {
  const { smtpUrl } = readSettings()
  if (smtpUrl === undefined)
    return skip('smtp', 'SMTP_URL is not set here: the mail server is not known.')
  if (!URL.canParse(smtpUrl))
    return problem(
      'smtp',
      'SMTP_URL is not a URL.',
      'Expected one like smtps://login:password@host:465.',
    )
  const url = new URL(smtpUrl)
  const fix =
    'Check that it is running, that SMTP_URL is right, and that this machine can reach it.'
  try {
    const greeting = await readBanner({ url, port: url.protocol === 'smtps:' ? 465 : 587 })
    if (greeting.startsWith('220')) return ok('smtp', `The mail server at ${url.host} responds.`)
    return problem(
      'smtp',
      `The server at ${url.host} does not speak SMTP, or rejects connections.`,
      fix,
    )
  } catch (error) {
    return unreachable('smtp', `The mail server at ${url.host}`, error, fix)
  }
}
