import parseSemver from 'semver/functions/parse';
import { refusal, shown } from './errors';

/**
 * `name:v1.9.0`, also with a digest behind or a vendor's suffix in the tag. Of both managers no release
 * has a major of two digits: `2024.01.15` is a date, and says nothing about the program.
 */
const TAG_VERSION = /:v?(\d\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*))(?:[-+._][\w.+-]*)?(?:@sha256:[0-9a-f]+)?$/;

/** The version in an image's tag, or undefined where the tag says nothing (`latest`, a digest). */
export function versionOfImage(image: string): string | undefined {
  return TAG_VERSION.exec(image)?.[1];
}

const REGISTRY = '(?:(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\\[[0-9A-Fa-f:]+\\])(?::\\d+)?/)?';
const COMPONENT = '[a-z0-9]+(?:(?:\\.|_|__|-+)[a-z0-9]+)*';

/**
 * A reference as container runtimes read it.
 *
 * @see https://github.com/distribution/reference/blob/main/reference.go
 */
const IMAGE = new RegExp(`^${REGISTRY}${COMPONENT}(?:/${COMPONENT})*(?::\\w[\\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$`);

/** Refuses what no container runtime would take for an image. */
export function checkedImage(prop: string, image: string): string {
  if (typeof image === 'string' && IMAGE.test(image)) return image;
  throw refusal({
    prop, got: shown(image), must: 'be an image reference',
    because: 'the pod would stay in InvalidImageName', fix: 'write it as registry/name:tag',
  });
}

/** `1.9.0` for `1.9.0` and `v1.9.0`; refuses what is no release of the program. */
export function checkedRelease(program: string, version: string, oldest: string): string {
  const parsed = typeof version === 'string' ? parseSemver(version) : null;
  if (!parsed) {
    throw refusal({
      prop: 'version', got: shown(version), must: `be a release of ${program} such as ${oldest}`,
      because: 'it decides which flags the program knows', fix: 'write major, minor and patch',
    });
  }
  if (parsed.compareMain(oldest) < 0) {
    throw refusal({
      prop: 'version', got: version, must: `be at least ${oldest}`,
      because: `older releases of ${program} have no shutdown manager that can be driven like this`,
      fix: 'use a newer release, or ShutdownManager.custom',
    });
  }
  return parsed.version;
}

/** What a program is called in errors, and its releases that count. */
export interface ProgramReleases {
  readonly program: string;
  readonly oldest: string;
  /** Where neither version nor tag says anything. */
  readonly fallback: string;
}

/** The release that an image holds; of a tag that is too old it says which image has it. */
export function resolvedRelease(
  { program, oldest, fallback }: ProgramReleases, image: string | undefined, declared: string | undefined,
): string {
  const release = releaseOfImage(program, image, declared);
  if (release === undefined) return fallback;
  if (declared !== undefined || isReleaseFrom(release, oldest)) return checkedRelease(program, release, oldest);
  throw refusal({
    prop: 'version', got: release, must: `be at least ${oldest}`,
    because: `the tag of 'image' (${image}) says so, and older releases of ${program} have no shutdown manager `
      + 'that can be driven like this',
    fix: 'use a newer image; a tag that is no release of the program needs another form, and \'version\' beside it',
  });
}

/** The release that an image holds, by what was declared and by its tag, which must not disagree. */
export function releaseOfImage(program: string, image: string | undefined, declared: string | undefined):
string | undefined {
  const tagged = image === undefined ? undefined : versionOfImage(image);
  if (declared !== undefined && tagged !== undefined && !isSameRelease(declared, tagged)) {
    throw refusal({
      prop: 'version', got: declared, must: `be the version of the image '${image}' (${tagged})`,
      because: `${program} of one version may not know the flags of another, and then nothing drains`,
      fix: 'give both, or leave one out',
    });
  }
  return declared ?? tagged;
}

/** Suffixes of tags are a vendor's business, prereleases carry the flags of their release. */
function isSameRelease(declared: string, tagged: string): boolean {
  return parseSemver(declared)?.compareMain(tagged) === 0;
}

/** Whether a release has what came with another one; prereleases count as their release. */
export function isReleaseFrom(version: string, first: string): boolean {
  return (parseSemver(version)?.compareMain(first) ?? -1) >= 0;
}
