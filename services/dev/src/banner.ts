import type { DevSettings } from './config.ts'
import type { DemoBusiness } from './demo-file.ts'
import type { SampleBooking } from './sample-booking.ts'

/** What `npm start` says while a first start takes its few seconds. */
export const firstStartBanner = ({ dataDirName }: DevSettings): string =>
  `Making a database and three demo salons, once, in ${dataDirName} ...`

/** What `npm start` says when everything runs: where it is, whose it is, and what to do next. */
export function banner(facts: {
  settings: DevSettings
  baseUrl: string
  /** null: a real processor takes the money */
  processorUrl: string | null
  businesses: readonly DemoBusiness[]
  proposal: SampleBooking | null
}): string {
  const { settings, baseUrl, processorUrl, businesses, proposal } = facts
  return `
Silla is ready.

  API    ${baseUrl}/api/v1/
  Docs   ${baseUrl}/docs
  Graph  ${baseUrl}/graphiql
  Mail   ${settings.mail.smtpUrl ? 'goes out through SMTP_URL' : `${baseUrl}/dev/mail`}
  Money  ${processorUrl ? `is practised at ${processorUrl}, with test cards` : 'is taken by the processor of STRIPE_SECRET_KEY'}
  CLI    npx silla --help

Demo businesses, with keys that everybody knows:

${businesses.map(showBusiness).join('\n\n')}

${proposal ? showProposal(proposal) + showPaying(baseUrl, processorUrl, proposal) : 'Every chair is taken for a month: npm start -- --reset begins anew.'}

Data and logs are in ${settings.dataDirName}; npm start -- --reset begins anew. Ctrl-C ends everything.
`
}

const showBusiness = ({ slug, name, timezone, publishableKey, secretKey }: DemoBusiness) =>
  [
    `  ${name} (${slug}, ${timezone})`,
    `    for browsers   ${publishableKey}`,
    `    for servers    ${secretKey}`,
  ].join('\n')

const showProposal = ({ service, professional, business, date, time, curl }: SampleBooking) =>
  `Book a chair: ${service.nombre} with ${professional.nombre} at ${business}, ${date} at ${time}. Paste this:

  ${curl}`

function showPaying(
  baseUrl: string,
  processorUrl: string | null,
  { takesPayments, key }: SampleBooking,
): string {
  if (!takesPayments || processorUrl === null) return ''
  const post = (path: string, body: string) =>
    [
      `  curl -X POST ${baseUrl}/api/v1/pagos/${path}/`,
      `-H 'X-API-Key: ${key}'`,
      "-H 'Content-Type: application/json'",
      `-d '${body}'`,
    ].join(' \\\n    ')
  return `

Pay for it, with the codigo of the answer and the card 4242 4242 4242 4242 (4000 0000 0000 0002 is declined):

  ${baseUrl}/dev/pay/CODIGO

or line by line as a salon's website does, with what was answered in place of the capitals:

${post('intent', '{"type":"booking","reference_id":ID,"codigo":"CODIGO","cliente_id":CLIENTE,"amount":CENTIMOS}')}
  curl -X POST ${processorUrl}/double/payment_intents/INTENT/pay -d card=4242424242424242
${post('confirmar', '{"payment_intent_id":"INTENT","codigo":"CODIGO"}')}`
}
