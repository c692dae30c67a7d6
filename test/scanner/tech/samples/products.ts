import { readFileSync } from 'node:fs'

import {
  cookie,
  header,
  image,
  markup,
  meta,
  script,
  server,
  style,
  type Sample,
} from './sample.ts'

/** As the package ships it, and as every transport makes text of it. */
const icon = new TextDecoder().decode(
  readFileSync('node_modules/swagger-ui-dist/favicon-32x32.png'),
)

export const PRODUCT_SAMPLES: readonly Sample[] = [
  ['Jenkins 2.426.1', header('x-jenkins', '2.426.1'), header('x-jenkins-session', '2.426.1')],
  ['GitLab', cookie('_gitlab_session'), cookie('_session')],
  ['Gitea', cookie('i_like_gitea'), cookie('i_like_tea')],
  ['Gogs', cookie('i_like_gogs'), cookie('i_like_dogs')],
  ['Redmine', meta('description', 'Redmine'), meta('description', 'About Redmine')],
  ['Mastodon', server('Mastodon'), server('Mastodon-like')],
  ['Jira', meta('application-name', 'JIRA'), meta('application-name', 'Jirafa')],
  ['Confluence', meta('confluence-base-url', 'https://shop.test'), meta('base-url', '/')],
  ['TeamCity', header('teamcity-node-id', 'MAIN_SERVER'), header('node-id', 'MAIN_SERVER')],
  ['SonarQube', meta('application-name', 'SonarQube'), meta('application-name', 'Sonar')],
  ['Nexus Repository 3.38.1', server('Nexus/3.38.1-01 (OSS)'), server('Nexus')],
  ['Artifactory 7.55.6', header('x-jfrog-version', 'Artifactory/7.55.6 7'), header('x-frog', '7')],
  ['Keycloak', cookie('KC_RESTART'), cookie('KC')],
  ['Elasticsearch', header('x-elastic-product', 'Elasticsearch'), header('x-product', 'x')],
  ['Kibana', header('kbn-name', 'node-1'), header('name', 'node-1')],
  [
    'Grafana',
    markup('<script>window.grafanaBootData = { user: {} }</script>'),
    markup('<script>window.bootData = {}</script>'),
  ],
  [
    'Prometheus',
    markup('<title>Prometheus Time Series Collection and Processing Server</title>'),
    markup('<title>Prometheus, a film</title>'),
  ],
  ['RabbitMQ', markup('<title>RabbitMQ Management</title>'), markup('<p>RabbitMQ</p>')],
  ['MinIO', server('MinIO'), server('Mini')],
  ['CouchDB 3.2.1', server('CouchDB/3.2.1 (X)'), server('CouchDB')],
  [
    'Docker Registry',
    header('docker-distribution-api-version', 'registry/2.0'),
    header('api-version', 'registry/2.0'),
  ],
  ['phpMyAdmin', cookie('pma_lang'), cookie('lang')],
  ['Adminer', cookie('adminer_sid'), cookie('admin_sid')],
  ['Roundcube', cookie('roundcube_sessid'), cookie('cube_sessid')],
  ['Nextcloud', cookie('nc_sameSiteCookielax'), cookie('sameSiteCookielax')],
  ['Zimbra', cookie('ZM_TEST'), cookie('ZM')],
  [
    'Microsoft Exchange Server 15.1.2507',
    header('x-owa-version', '15.1.2507'),
    header('x-owa', '1'),
  ],
  [
    'Jupyter',
    markup('<div data-jupyter-api-token=""></div>'),
    markup('<div data-api-token=""></div>'),
  ],
  ['Swagger UI', script('./swagger-ui-bundle.js'), script('./swagger.js')],
  ['Swagger UI', image(icon), image(icon.slice(0, -1))],
  [
    'ReDoc',
    script('https://cdn.test/redoc/redoc@next/bundles/redoc.standalone.js'),
    script('https://cdn.test/redoc.js'),
  ],
  ['GraphiQL 3.0.6', style('https://cdn.test/graphiql@3.0.6/graphiql.min.js'), style('/graph.css')],
]
