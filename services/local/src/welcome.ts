import type { LocalSettings } from './config.ts'
import type { DemoBusiness } from './demo-file.ts'
import type { Proposal } from './propose-booking.ts'

/** What `npm start` says while a first start takes its few seconds. */
export const firstStart = ({ dataDirName }: LocalSettings): string =>
  `Making a database and three demo salons, once, in ${dataDirName} ...`

/** What `npm start` says when everything runs: where it is, whose it is, and what to do next. */
export function welcome(facts: {
  settings: LocalSettings
  baseUrl: string
  businesses: readonly DemoBusiness[]
  proposal: Proposal | null
}): string {
  const { settings, baseUrl, businesses, proposal } = facts
  return `
Silla is ready.

  API    ${baseUrl}/api/v1/
  Docs   ${baseUrl}/docs
  Graph  ${baseUrl}/graphiql
  Mail   ${settings.mail.smtpUrl ? 'goes out through SMTP_URL' : `${baseUrl}/dev/mail`}
  CLI    npx silla --help

Demo businesses, with keys that everybody knows:

${businesses.map(showBusiness).join('\n\n')}

${proposal ? showProposal(proposal) : 'Every chair is taken for a month: npm start -- --reset begins anew.'}

Data and logs are in ${settings.dataDirName}; npm start -- --reset begins anew. Ctrl-C ends everything.
`
}

const showBusiness = ({ slug, name, timezone, publishableKey, secretKey }: DemoBusiness) =>
  [`  ${name} (${slug}, ${timezone})`, `    for browsers   ${publishableKey}`, `    for servers    ${secretKey}`].join(
    '\n',
  )

const showProposal = ({ service, professional, business, date, time, curl }: Proposal) =>
  `Book a chair: ${service.nombre} with ${professional.nombre} at ${business}, ${date} at ${time}. Paste this:

  ${curl}`
