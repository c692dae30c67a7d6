/** Font files that documents embed, as `scripts/copy-assets.ts` lays them under public/fonts. */
export const FONT_NAMES = [
  'NotoSans-Regular.ttf',
  'NotoSans-Bold.ttf',
  'NotoSansMono-Regular.ttf',
  'NotoSansSC-Regular.ttf',
  'NotoSansKR-Regular.ttf',
  'NotoEmoji-Regular.ttf',
  'DejaVuSans.ttf',
] as const
export type FontName = (typeof FONT_NAMES)[number]

/** Where fonts come from: static assets in the Worker, files in tests. A font is asked for when a text needs it. */
export type FontSource = (name: FontName) => Promise<Uint8Array>
