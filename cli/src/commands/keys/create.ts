import { Flags } from '@oclif/core'
import type { CreateKeysHooks, CreateKeysInput } from '@silla/core'
import type { Sql } from '@silla/db'
import type { CreatedKey } from '@silla/tenants'
import type { ErrorReport } from '../../errors/error-report.ts'
import type { SalonKey } from '../../errors/results.ts'
import { oneOrAllFlags } from '../../flags/one-or-all-flags.ts'
import { assertAllCreated, keyOfSalon, keyOutcomeTable } from '../../format/key-outcome.ts'
import { pluralize } from '../../format/pluralize.ts'
import { bold } from '../../format/terminal.ts'
import { KeyCommand } from '../../key-command.ts'

export default class KeysIssue extends KeyCommand {
  static override summary = 'Issue a new API key, to one business or to all'
  static override description =
    "Makes a key for a business and tells it: once, because only its hash is kept. Publishable keys go into browsers and may be bound to origins; secret keys stay on the salon's own server. A business has at most 10 active keys. With --all every active business gets one, told a line each; one that cannot have another does not stop the rest, and a table at the end tells what became of each. Every key is told before it is kept, so that none is there that nobody has seen: Ctrl-C, or a reader that leaves, ends it after those that were told, and --missing goes on with the others."
  static override examples = [
    '<%= config.bin %> keys create --business barberia-centro --kind publishable --name "Web" --origin https://barberia.example',
    '<%= config.bin %> keys create --business barberia-centro --kind secret --name "Till" --expires 90d --json',
    '<%= config.bin %> keys create --all --missing --kind publishable --name "Web" --yes',
  ]
  static override flags = {
    ...oneOrAllFlags('Every active business.'),
    missing: Flags.boolean({
      description: 'With --all: only those without an active key of this kind.',
      dependsOn: ['all'],
    }),
    kind: Flags.option({
      options: ['publishable', 'secret'] as const,
      description: 'Whether browsers may hold it.',
      required: true,
    })(),
    name: Flags.string({ description: 'What it is for.', default: '' }),
    origin: Flags.string({
      description: 'An origin that browsers may use it from; repeat for more.',
      multiple: true,
    }),
    expires: Flags.string({
      description:
        'When it stops working: so many days from now (90d), a last day in the salon (2027-06-30), or a time (2027-06-30T12:00:00Z).',
    }),
    'dry-run': Flags.boolean({
      description: 'With --all: only tell who would get one.',
      dependsOn: ['all'],
    }),
    yes: Flags.boolean({ char: 'y', description: 'With --all: do it without asking.' }),
  }

  async run(): Promise<
    | { key: CreatedKey; error?: ErrorReport }
    | { dryRun: boolean; keys: SalonKey[]; error?: ErrorReport }
  > {
    const { flags } = await this.parse(KeysIssue)
    const { parseExpiry: readExpiry } = await import('../../flags/expiry.ts')
    const { kind, name, origin: origins = [], expires } = flags
    const now = new Date()
    const expiresAt = (timezone: string) =>
      expires === undefined ? null : readExpiry(expires, timezone, now)
    const input = { kind, name, origins, expiresAt }
    const admin = await this.admin()
    if (flags.business === undefined) return this.issueToAll(admin, input, flags)
    return this.issueToOne(admin, flags.business, input)
  }

  private async issueToOne(admin: Sql, slug: string, query: CreateKeysInput) {
    const [{ createKey }, { showBusiness }] = await Promise.all([
      import('@silla/tenants'),
      import('@silla/core/provisioning/show-business'),
    ])
    const business = await showBusiness(admin, slug)
    const wanted = { ...query, expiresAt: query.expiresAt(business.timezone) }
    const tell = (key: CreatedKey) =>
      this.tell(
        `A ${key.kind} key for ${slug}:\n\n  ${bold(key.key)}\n\nStore it now: it is not told again.\n`,
        () => this.json.object({ key }),
      )
    const key = await this.making(() =>
      createKey(admin, business.businessId, wanted, undefined, tell),
    )
    return { key }
  }

  private async issueToAll(
    admin: Sql,
    params: CreateKeysInput,
    flags: {
      mode?: 'live' | 'test' | 'demo' | undefined
      missing: boolean
      yes: boolean
      'dry-run': boolean
    },
  ) {
    const { businessesForNewKeys: businessesForKeys, createKeys: issueKeys } = await import(
      '@silla/core/provisioning/create-keys'
    )
    const businesses = await businessesForKeys(admin, {
      kind: params.kind,
      mode: flags.mode,
      missing: flags.missing,
    })
    if (businesses.length === 0) this.log('There is no business to issue a key to.')
    if (flags['dry-run'] || businesses.length === 0) {
      for (const { slug } of businesses) this.log(slug)
      return {
        dryRun: flags['dry-run'] === true,
        keys: businesses.map(({ slug }) => ({ slug, key: null, error: null })),
      }
    }
    await this.confirm(
      `Issue a ${params.kind} key to ${pluralize(businesses.length, 'business')}?`,
      flags.yes,
    )
    return this.making(async () => {
      await this.tell('', async () => {
        await this.json.object({ dryRun: false })
        await this.json.begin('[', 'keys')
      })
      const keys = (await issueKeys(admin, businesses, params, this.hearer())).map(keyOfSalon)
      this.log(`\n${keyOutcomeTable(keys)}`)
      assertAllCreated(keys, businesses.length)
      this.log(`${pluralize(keys.length, 'key')} issued. Store them now: they are not told again.`)
      return { dryRun: false, keys }
    })
  }

  private hearer(): CreateKeysHooks {
    const ended = async ({ slug, key, error }: SalonKey) => {
      if (key === null) await this.json.object({ slug, key })
      await this.json.fields({ error })
      await this.json.end()
    }
    return {
      beforeCommit: (slug, key) =>
        this.tell(`${slug}  ${bold(key.key)}\n`, () => this.json.object({ slug, key })),
      // should the reader have left, that was enough
      onOutcome: (outcome) => this.tell('', () => ended(keyOfSalon(outcome))).catch(() => {}),
      signal: this.enough,
    }
  }
}
