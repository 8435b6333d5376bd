import { Flags } from '@oclif/core'
import { businessFlag, yesFlag } from '../../flags/common-flags.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class TillSell extends SillaCommand {
  static override summary = 'Sell products at the desk'
  static override description =
    'Records an order that is handed over at once and takes its products out of stock, all or none. ' +
    'The money is recorded with till charge. The customer gets no email. Asks for confirmation on a ' +
    'terminal; without a terminal it needs --yes. --dry-run only shows what would be sold.'
  static override examples = [
    '<%= config.bin %> till sell barberia-centro --product Cera --booking 7K2MP9QRST',
    '<%= config.bin %> till sell barberia-centro --product Cera=2 --name Pablo --yes --json',
    '<%= config.bin %> till sell barberia-centro --product 1042=2 --customer laura@example.com --dry-run',
  ]
  static override flags = {
    business: businessFlag,
    product: Flags.string({
      description: 'A product by id or name, and how many: Cera=2; one if omitted.',
      helpValue: 'PRODUCT[=COUNT]',
      multiple: true,
      required: true,
    }),
    customer: Flags.string({
      description: 'The email address or the id of the customer who buys.',
      exclusive: ['booking', 'name'],
    }),
    booking: Flags.string({
      description: 'A visit of the customer who buys: its code or id.',
      exclusive: ['customer', 'name'],
    }),
    name: Flags.string({
      description: 'The name of somebody who is no customer yet.',
      exclusive: ['customer', 'booking'],
    }),
    'dry-run': Flags.boolean({ description: 'Only show what would be sold.' }),
    yes: yesFlag,
  }

  async run() {
    const { flags } = await this.parse(TillSell)
    const [{ sellProducts }, { readBuyer, readItems }, { formatMoney, textIn }] = await Promise.all(
      [
        import('@silla/core/shop/sell-products'),
        import('../../flags/sale-flags.ts'),
        import('../../text/values.ts'),
      ],
    )
    const readContext = await this.operatorContext(flags.business)
    const catalog = await readContext.tenant.catalog()
    const input = {
      items: readItems(flags.product, catalog),
      buyer: await readBuyer(readContext, flags),
      notes: '',
    }
    const tried = await sellProducts(readContext, { ...input, simulated: true })
    const { mainLanguage } = catalog.settings
    const products = tried.lines
      .map((line) => `${line.quantity} x ${textIn(line.name, mainLanguage)}`)
      .join(', ')
    const sold = `${products} for ${formatMoney(tried.totalCents, tried.currency)}`
    if (flags['dry-run']) {
      this.log(`${sold}: it would be sold.`)
      return { dryRun: true, order: null, totalCents: tried.totalCents }
    }
    await this.confirm(`Sell ${sold}?`, flags.yes)
    const context = await this.operatorContext(flags.business, {}, 'orderId')
    const order = await sellProducts(context, { ...input, simulated: false })
    this.log(`Sold ${sold}: order ${order.id}.`)
    const { id, code, customerId, totalCents } = order
    return { dryRun: false, order: { id, code, customerId }, totalCents }
  }
}
