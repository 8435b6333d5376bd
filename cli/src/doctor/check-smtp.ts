import { type CheckResult, ok, problem, skip } from '@silla/core/health/check-result'
import { readSettings } from '../config.ts'
import { readBanner } from './banner-probe.ts'
import { unreachable } from './unreachable.ts'

/** Whether the server that sends letters greets us; nothing is sent, and nobody logs in. */
export async function checkSmtp(): Promise<CheckResult> {
  const { smtpUrl } = readSettings()
  if (smtpUrl === undefined)
    return skip('smtp', 'SMTP_URL is not set here: whether letters can leave is not known.')
  if (!URL.canParse(smtpUrl))
    return problem('smtp', 'SMTP_URL is no URL.', 'Write it like smtps://login:password@host:465.')
  const url = new URL(smtpUrl)
  const fix = 'Is it running, is SMTP_URL right, may this machine reach it?'
  try {
    const words = await readBanner({ url, port: url.protocol === 'smtps:' ? 465 : 587 })
    if (words.startsWith('220'))
      return ok('smtp', `The server for letters at ${url.host} greets us.`)
    return problem(
      'smtp',
      `What answers at ${url.host} does not speak SMTP, or turns us away.`,
      fix,
    )
  } catch (error) {
    return unreachable('smtp', `The server for letters at ${url.host}`, error, fix)
  }
}
