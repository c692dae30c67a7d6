import { pageOfAssets } from '../../db/assets.ts'
import type { Deps } from '../deps.ts'
import type { Page, PageRequest } from '../scans/paging.ts'
import { offsetOf, pageCount } from '../scans/paging.ts'
import type { PresentedAsset } from './present.ts'
import { presentAsset } from './present.ts'

/** One page of the account's hosts by name, those that scans brought in too. */
export async function listAssets(
  deps: Pick<Deps, 'db' | 'isLocal'>,
  accountId: string,
  request: PageRequest,
): Promise<Page<PresentedAsset>> {
  const { page, per_page } = request
  const window = { offset: offsetOf(request), limit: per_page }
  const { assets, total } = await pageOfAssets(deps.db, accountId, window)
  const items = assets.map((asset) => presentAsset(deps, asset))
  return { items, total, page, per_page, pages: pageCount(total, per_page) }
}
