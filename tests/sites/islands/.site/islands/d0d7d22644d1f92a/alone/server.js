"use strict";
(() => {
  var __create = Object.create;
  var __defProp = Object.defineProperty;
  var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
  var __getOwnPropNames = Object.getOwnPropertyNames;
  var __getProtoOf = Object.getPrototypeOf;
  var __hasOwnProp = Object.prototype.hasOwnProperty;
  var __esm = (fn, res, err) => function __init() {
    if (err) throw err[0];
    try {
      return fn && (res = (0, fn[__getOwnPropNames(fn)[0]])(fn = 0)), res;
    } catch (e) {
      throw err = [e], e;
    }
  };
  var __commonJS = (cb, mod) => function __require() {
    try {
      return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
    } catch (e) {
      throw mod = 0, e;
    }
  };
  var __export = (target, all) => {
    for (var name in all)
      __defProp(target, name, { get: all[name], enumerable: true });
  };
  var __copyProps = (to, from, except, desc) => {
    if (from && typeof from === "object" || typeof from === "function") {
      for (let key of __getOwnPropNames(from))
        if (!__hasOwnProp.call(to, key) && key !== except)
          __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
    }
    return to;
  };
  var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
    // If the importer is in node compatibility mode or this is not an ESM
    // file that has been converted to a CommonJS file using a Babel-
    // compatible transform (i.e. "__esModule" has not been set), then set
    // "default" to the CommonJS "module.exports" for node compatibility.
    isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: true }) : target,
    mod
  ));
  var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

  // ../../../../../main/node_modules/react/cjs/react.development.js
  var require_react_development = __commonJS({
    "../../../../../main/node_modules/react/cjs/react.development.js"(exports, module) {
      "use strict";
      (function() {
        function defineDeprecationWarning(methodName, info) {
          Object.defineProperty(Component.prototype, methodName, {
            get: function() {
              console.warn(
                "%s(...) is deprecated in plain JavaScript React classes. %s",
                info[0],
                info[1]
              );
            }
          });
        }
        function getIteratorFn(maybeIterable) {
          if (null === maybeIterable || "object" !== typeof maybeIterable)
            return null;
          maybeIterable = MAYBE_ITERATOR_SYMBOL && maybeIterable[MAYBE_ITERATOR_SYMBOL] || maybeIterable["@@iterator"];
          return "function" === typeof maybeIterable ? maybeIterable : null;
        }
        function warnNoop(publicInstance, callerName) {
          publicInstance = (publicInstance = publicInstance.constructor) && (publicInstance.displayName || publicInstance.name) || "ReactClass";
          var warningKey = publicInstance + "." + callerName;
          didWarnStateUpdateForUnmountedComponent[warningKey] || (console.error(
            "Can't call %s on a component that is not yet mounted. This is a no-op, but it might indicate a bug in your application. Instead, assign to `this.state` directly or define a `state = {};` class property with the desired state in the %s component.",
            callerName,
            publicInstance
          ), didWarnStateUpdateForUnmountedComponent[warningKey] = true);
        }
        function Component(props, context, updater) {
          this.props = props;
          this.context = context;
          this.refs = emptyObject;
          this.updater = updater || ReactNoopUpdateQueue;
        }
        function ComponentDummy() {
        }
        function PureComponent(props, context, updater) {
          this.props = props;
          this.context = context;
          this.refs = emptyObject;
          this.updater = updater || ReactNoopUpdateQueue;
        }
        function noop() {
        }
        function testStringCoercion(value) {
          return "" + value;
        }
        function checkKeyStringCoercion(value) {
          try {
            testStringCoercion(value);
            var JSCompiler_inline_result = false;
          } catch (e) {
            JSCompiler_inline_result = true;
          }
          if (JSCompiler_inline_result) {
            JSCompiler_inline_result = console;
            var JSCompiler_temp_const = JSCompiler_inline_result.error;
            var JSCompiler_inline_result$jscomp$0 = "function" === typeof Symbol && Symbol.toStringTag && value[Symbol.toStringTag] || value.constructor.name || "Object";
            JSCompiler_temp_const.call(
              JSCompiler_inline_result,
              "The provided key is an unsupported type %s. This value must be coerced to a string before using it here.",
              JSCompiler_inline_result$jscomp$0
            );
            return testStringCoercion(value);
          }
        }
        function getComponentNameFromType(type) {
          if (null == type) return null;
          if ("function" === typeof type)
            return type.$$typeof === REACT_CLIENT_REFERENCE ? null : type.displayName || type.name || null;
          if ("string" === typeof type) return type;
          switch (type) {
            case REACT_FRAGMENT_TYPE:
              return "Fragment";
            case REACT_PROFILER_TYPE:
              return "Profiler";
            case REACT_STRICT_MODE_TYPE:
              return "StrictMode";
            case REACT_SUSPENSE_TYPE:
              return "Suspense";
            case REACT_SUSPENSE_LIST_TYPE:
              return "SuspenseList";
            case REACT_ACTIVITY_TYPE:
              return "Activity";
            case REACT_VIEW_TRANSITION_TYPE:
              return "ViewTransition";
          }
          if ("object" === typeof type)
            switch ("number" === typeof type.tag && console.error(
              "Received an unexpected object in getComponentNameFromType(). This is likely a bug in React. Please file an issue."
            ), type.$$typeof) {
              case REACT_PORTAL_TYPE:
                return "Portal";
              case REACT_CONTEXT_TYPE:
                return type.displayName || "Context";
              case REACT_CONSUMER_TYPE:
                return (type._context.displayName || "Context") + ".Consumer";
              case REACT_FORWARD_REF_TYPE:
                var innerType = type.render;
                type = type.displayName;
                type || (type = innerType.displayName || innerType.name || "", type = "" !== type ? "ForwardRef(" + type + ")" : "ForwardRef");
                return type;
              case REACT_MEMO_TYPE:
                return innerType = type.displayName || null, null !== innerType ? innerType : getComponentNameFromType(type.type) || "Memo";
              case REACT_LAZY_TYPE:
                innerType = type._payload;
                type = type._init;
                try {
                  return getComponentNameFromType(type(innerType));
                } catch (x) {
                }
            }
          return null;
        }
        function getTaskName(type) {
          if (type === REACT_FRAGMENT_TYPE) return "<>";
          if ("object" === typeof type && null !== type && type.$$typeof === REACT_LAZY_TYPE)
            return "<...>";
          try {
            var name = getComponentNameFromType(type);
            return name ? "<" + name + ">" : "<...>";
          } catch (x) {
            return "<...>";
          }
        }
        function getOwner() {
          var dispatcher = ReactSharedInternals.A;
          return null === dispatcher ? null : dispatcher.getOwner();
        }
        function UnknownOwner() {
          return Error("react-stack-top-frame");
        }
        function hasValidKey(config) {
          if (hasOwnProperty.call(config, "key")) {
            var getter = Object.getOwnPropertyDescriptor(config, "key").get;
            if (getter && getter.isReactWarning) return false;
          }
          return void 0 !== config.key;
        }
        function defineKeyPropWarningGetter(props, displayName) {
          function warnAboutAccessingKey() {
            specialPropKeyWarningShown || (specialPropKeyWarningShown = true, console.error(
              "%s: `key` is not a prop. Trying to access it will result in `undefined` being returned. If you need to access the same value within the child component, you should pass it as a different prop. (https://react.dev/link/special-props)",
              displayName
            ));
          }
          warnAboutAccessingKey.isReactWarning = true;
          Object.defineProperty(props, "key", {
            get: warnAboutAccessingKey,
            configurable: true
          });
        }
        function elementRefGetterWithDeprecationWarning() {
          var componentName = getComponentNameFromType(this.type);
          didWarnAboutElementRef[componentName] || (didWarnAboutElementRef[componentName] = true, console.error(
            "Accessing element.ref was removed in React 19. ref is now a regular prop. It will be removed from the JSX Element type in a future release."
          ));
          componentName = this.props.ref;
          return void 0 !== componentName ? componentName : null;
        }
        function ReactElement(type, key, props, owner, debugStack, debugTask) {
          var refProp = props.ref;
          type = {
            $$typeof: REACT_ELEMENT_TYPE,
            type,
            key,
            props,
            _owner: owner
          };
          null !== (void 0 !== refProp ? refProp : null) ? Object.defineProperty(type, "ref", {
            enumerable: false,
            get: elementRefGetterWithDeprecationWarning
          }) : Object.defineProperty(type, "ref", { enumerable: false, value: null });
          type._store = {};
          Object.defineProperty(type._store, "validated", {
            configurable: false,
            enumerable: false,
            writable: true,
            value: 0
          });
          Object.defineProperty(type, "_debugInfo", {
            configurable: false,
            enumerable: false,
            writable: true,
            value: null
          });
          Object.defineProperty(type, "_debugStack", {
            configurable: false,
            enumerable: false,
            writable: true,
            value: debugStack
          });
          Object.defineProperty(type, "_debugTask", {
            configurable: false,
            enumerable: false,
            writable: true,
            value: debugTask
          });
          Object.freeze && (Object.freeze(type.props), Object.freeze(type));
          return type;
        }
        function cloneAndReplaceKey(oldElement, newKey) {
          newKey = ReactElement(
            oldElement.type,
            newKey,
            oldElement.props,
            oldElement._owner,
            oldElement._debugStack,
            oldElement._debugTask
          );
          oldElement._store && (newKey._store.validated = oldElement._store.validated);
          return newKey;
        }
        function validateChildKeys(node) {
          isValidElement(node) ? node._store && (node._store.validated = 1) : "object" === typeof node && null !== node && node.$$typeof === REACT_LAZY_TYPE && ("fulfilled" === node._payload.status ? isValidElement(node._payload.value) && node._payload.value._store && (node._payload.value._store.validated = 1) : node._store && (node._store.validated = 1));
        }
        function isValidElement(object) {
          return "object" === typeof object && null !== object && object.$$typeof === REACT_ELEMENT_TYPE;
        }
        function escape(key) {
          var escaperLookup = { "=": "=0", ":": "=2" };
          return "$" + key.replace(/[=:]/g, function(match) {
            return escaperLookup[match];
          });
        }
        function getElementKey(element, index) {
          return "object" === typeof element && null !== element && null != element.key ? (checkKeyStringCoercion(element.key), escape("" + element.key)) : index.toString(36);
        }
        function resolveThenable(thenable) {
          switch (thenable.status) {
            case "fulfilled":
              return thenable.value;
            case "rejected":
              throw thenable.reason;
            default:
              switch ("string" === typeof thenable.status ? thenable.then(noop, noop) : (thenable.status = "pending", thenable.then(
                function(fulfilledValue) {
                  "pending" === thenable.status && (thenable.status = "fulfilled", thenable.value = fulfilledValue);
                },
                function(error) {
                  "pending" === thenable.status && (thenable.status = "rejected", thenable.reason = error);
                }
              )), thenable.status) {
                case "fulfilled":
                  return thenable.value;
                case "rejected":
                  throw thenable.reason;
              }
          }
          throw thenable;
        }
        function mapIntoArray(children, array, escapedPrefix, nameSoFar, callback) {
          var type = typeof children;
          if ("undefined" === type || "boolean" === type) children = null;
          var invokeCallback = false;
          if (null === children) invokeCallback = true;
          else
            switch (type) {
              case "bigint":
              case "string":
              case "number":
                invokeCallback = true;
                break;
              case "object":
                switch (children.$$typeof) {
                  case REACT_ELEMENT_TYPE:
                  case REACT_PORTAL_TYPE:
                    invokeCallback = true;
                    break;
                  case REACT_LAZY_TYPE:
                    return invokeCallback = children._init, mapIntoArray(
                      invokeCallback(children._payload),
                      array,
                      escapedPrefix,
                      nameSoFar,
                      callback
                    );
                }
            }
          if (invokeCallback) {
            invokeCallback = children;
            callback = callback(invokeCallback);
            var childKey = "" === nameSoFar ? "." + getElementKey(invokeCallback, 0) : nameSoFar;
            isArrayImpl(callback) ? (escapedPrefix = "", null != childKey && (escapedPrefix = childKey.replace(userProvidedKeyEscapeRegex, "$&/") + "/"), mapIntoArray(callback, array, escapedPrefix, "", function(c) {
              return c;
            })) : null != callback && (isValidElement(callback) && (null != callback.key && (invokeCallback && invokeCallback.key === callback.key || checkKeyStringCoercion(callback.key)), escapedPrefix = cloneAndReplaceKey(
              callback,
              escapedPrefix + (null == callback.key || invokeCallback && invokeCallback.key === callback.key ? "" : ("" + callback.key).replace(
                userProvidedKeyEscapeRegex,
                "$&/"
              ) + "/") + childKey
            ), "" !== nameSoFar && null != invokeCallback && isValidElement(invokeCallback) && null == invokeCallback.key && invokeCallback._store && !invokeCallback._store.validated && (escapedPrefix._store.validated = 2), callback = escapedPrefix), array.push(callback));
            return 1;
          }
          invokeCallback = 0;
          childKey = "" === nameSoFar ? "." : nameSoFar + ":";
          if (isArrayImpl(children))
            for (var i = 0; i < children.length; i++)
              nameSoFar = children[i], type = childKey + getElementKey(nameSoFar, i), invokeCallback += mapIntoArray(
                nameSoFar,
                array,
                escapedPrefix,
                type,
                callback
              );
          else if (i = getIteratorFn(children), "function" === typeof i)
            for (i === children.entries && (didWarnAboutMaps || console.warn(
              "Using Maps as children is not supported. Use an array of keyed ReactElements instead."
            ), didWarnAboutMaps = true), children = i.call(children), i = 0; !(nameSoFar = children.next()).done; )
              nameSoFar = nameSoFar.value, type = childKey + getElementKey(nameSoFar, i++), invokeCallback += mapIntoArray(
                nameSoFar,
                array,
                escapedPrefix,
                type,
                callback
              );
          else if ("object" === type) {
            if ("function" === typeof children.then)
              return mapIntoArray(
                resolveThenable(children),
                array,
                escapedPrefix,
                nameSoFar,
                callback
              );
            array = String(children);
            throw Error(
              "Objects are not valid as a React child (found: " + ("[object Object]" === array ? "object with keys {" + Object.keys(children).join(", ") + "}" : array) + "). If you meant to render a collection of children, use an array instead."
            );
          }
          return invokeCallback;
        }
        function mapChildren(children, func, context) {
          if (null == children) return children;
          var result = [], count = 0;
          mapIntoArray(children, result, "", "", function(child) {
            return func.call(context, child, count++);
          });
          return result;
        }
        function lazyInitializer(payload) {
          if (-1 === payload._status) {
            var resolveDebugValue = null, rejectDebugValue = null, ioInfo = payload._ioInfo;
            null != ioInfo && (ioInfo.start = ioInfo.end = performance.now(), ioInfo.value = new Promise(function(resolve, reject) {
              resolveDebugValue = resolve;
              rejectDebugValue = reject;
            }));
            ioInfo = payload._result;
            var thenable = ioInfo();
            thenable.then(
              function(moduleObject) {
                if (0 === payload._status || -1 === payload._status) {
                  payload._status = 1;
                  payload._result = moduleObject;
                  var _ioInfo = payload._ioInfo;
                  if (null != _ioInfo) {
                    _ioInfo.end = performance.now();
                    var debugValue = null == moduleObject ? void 0 : moduleObject.default;
                    resolveDebugValue(debugValue);
                    _ioInfo.value.status = "fulfilled";
                    _ioInfo.value.value = debugValue;
                  }
                  void 0 === thenable.status && (thenable.status = "fulfilled", thenable.value = moduleObject);
                }
              },
              function(error) {
                if (0 === payload._status || -1 === payload._status) {
                  payload._status = 2;
                  payload._result = error;
                  var _ioInfo2 = payload._ioInfo;
                  null != _ioInfo2 && (_ioInfo2.end = performance.now(), _ioInfo2.value.then(noop, noop), rejectDebugValue(error), _ioInfo2.value.status = "rejected", _ioInfo2.value.reason = error);
                  void 0 === thenable.status && (thenable.status = "rejected", thenable.reason = error);
                }
              }
            );
            ioInfo = payload._ioInfo;
            if (null != ioInfo) {
              var displayName = thenable.displayName;
              "string" === typeof displayName && (ioInfo.name = displayName);
            }
            -1 === payload._status && (payload._status = 0, payload._result = thenable);
          }
          if (1 === payload._status)
            return ioInfo = payload._result, void 0 === ioInfo && console.error(
              "lazy: Expected the result of a dynamic import() call. Instead received: %s\n\nYour code should look like: \n  const MyComponent = lazy(() => import('./MyComponent'))\n\nDid you accidentally put curly braces around the import?",
              ioInfo
            ), "default" in ioInfo || console.error(
              "lazy: Expected the result of a dynamic import() call. Instead received: %s\n\nYour code should look like: \n  const MyComponent = lazy(() => import('./MyComponent'))",
              ioInfo
            ), ioInfo.default;
          throw payload._result;
        }
        function resolveDispatcher() {
          var dispatcher = ReactSharedInternals.H;
          null === dispatcher && console.error(
            "Invalid hook call. Hooks can only be called inside of the body of a function component. This could happen for one of the following reasons:\n1. You might have mismatching versions of React and the renderer (such as React DOM)\n2. You might be breaking the Rules of Hooks\n3. You might have more than one copy of React in the same app\nSee https://react.dev/link/invalid-hook-call for tips about how to debug and fix this problem."
          );
          return dispatcher;
        }
        function releaseAsyncTransition() {
          ReactSharedInternals.asyncTransitions--;
        }
        function startTransition(scope) {
          var prevTransition = ReactSharedInternals.T, currentTransition = {};
          currentTransition.types = null !== prevTransition ? prevTransition.types : null;
          currentTransition._updatedFibers = /* @__PURE__ */ new Set();
          ReactSharedInternals.T = currentTransition;
          try {
            var returnValue = scope(), onStartTransitionFinish = ReactSharedInternals.S;
            null !== onStartTransitionFinish && onStartTransitionFinish(currentTransition, returnValue);
            "object" === typeof returnValue && null !== returnValue && "function" === typeof returnValue.then && (ReactSharedInternals.asyncTransitions++, returnValue.then(releaseAsyncTransition, releaseAsyncTransition), returnValue.then(noop, reportGlobalError));
          } catch (error) {
            reportGlobalError(error);
          } finally {
            null === prevTransition && currentTransition._updatedFibers && (scope = currentTransition._updatedFibers.size, currentTransition._updatedFibers.clear(), 10 < scope && console.warn(
              "Detected a large number of updates inside startTransition. If this is due to a subscription please re-write it to use React provided hooks. Otherwise concurrent mode guarantees are off the table."
            )), null !== prevTransition && null !== currentTransition.types && (null !== prevTransition.types && prevTransition.types !== currentTransition.types && console.error(
              "We expected inner Transitions to have transferred the outer types set and that you cannot add to the outer Transition while inside the inner.This is a bug in React."
            ), prevTransition.types = currentTransition.types), ReactSharedInternals.T = prevTransition;
          }
        }
        function addTransitionType(type) {
          var transition = ReactSharedInternals.T;
          if (null !== transition) {
            var transitionTypes = transition.types;
            null === transitionTypes ? transition.types = [type] : -1 === transitionTypes.indexOf(type) && transitionTypes.push(type);
          } else
            0 === ReactSharedInternals.asyncTransitions && console.error(
              "addTransitionType can only be called inside a `startTransition()` callback. It must be associated with a specific Transition."
            ), startTransition(addTransitionType.bind(null, type));
        }
        function enqueueTask(task) {
          if (null === enqueueTaskImpl)
            try {
              var requireString = ("require" + Math.random()).slice(0, 7);
              enqueueTaskImpl = (module && module[requireString]).call(
                module,
                "timers"
              ).setImmediate;
            } catch (_err) {
              enqueueTaskImpl = function(callback) {
                false === didWarnAboutMessageChannel && (didWarnAboutMessageChannel = true, "undefined" === typeof MessageChannel && console.error(
                  "This browser does not have a MessageChannel implementation, so enqueuing tasks via await act(async () => ...) will fail. Please file an issue at https://github.com/facebook/react/issues if you encounter this warning."
                ));
                var channel = new MessageChannel();
                channel.port1.onmessage = callback;
                channel.port2.postMessage(void 0);
              };
            }
          return enqueueTaskImpl(task);
        }
        function aggregateErrors(errors) {
          return 1 < errors.length && "function" === typeof AggregateError ? new AggregateError(errors) : errors[0];
        }
        function popActScope(prevActQueue, prevActScopeDepth) {
          prevActScopeDepth !== actScopeDepth - 1 && console.error(
            "You seem to have overlapping act() calls, this is not supported. Be sure to await previous act() calls before making a new one. "
          );
          actScopeDepth = prevActScopeDepth;
        }
        function recursivelyFlushAsyncActWork(returnValue, resolve, reject) {
          var queue = ReactSharedInternals.actQueue;
          if (null !== queue)
            if (0 !== queue.length)
              try {
                flushActQueue(queue);
                enqueueTask(function() {
                  return recursivelyFlushAsyncActWork(returnValue, resolve, reject);
                });
                return;
              } catch (error) {
                ReactSharedInternals.thrownErrors.push(error);
              }
            else ReactSharedInternals.actQueue = null;
          0 < ReactSharedInternals.thrownErrors.length ? (queue = aggregateErrors(ReactSharedInternals.thrownErrors), ReactSharedInternals.thrownErrors.length = 0, reject(queue)) : resolve(returnValue);
        }
        function flushActQueue(queue) {
          if (!isFlushing) {
            isFlushing = true;
            var i = 0;
            try {
              for (; i < queue.length; i++) {
                var callback = queue[i];
                do {
                  ReactSharedInternals.didUsePromise = false;
                  var continuation = callback(false);
                  if (null !== continuation) {
                    if (ReactSharedInternals.didUsePromise) {
                      queue[i] = callback;
                      queue.splice(0, i);
                      return;
                    }
                    callback = continuation;
                  } else break;
                } while (1);
              }
              queue.length = 0;
            } catch (error) {
              queue.splice(0, i + 1), ReactSharedInternals.thrownErrors.push(error);
            } finally {
              isFlushing = false;
            }
          }
        }
        "undefined" !== typeof __REACT_DEVTOOLS_GLOBAL_HOOK__ && "function" === typeof __REACT_DEVTOOLS_GLOBAL_HOOK__.registerInternalModuleStart && __REACT_DEVTOOLS_GLOBAL_HOOK__.registerInternalModuleStart(Error());
        var REACT_ELEMENT_TYPE = /* @__PURE__ */ Symbol.for("react.transitional.element"), REACT_PORTAL_TYPE = /* @__PURE__ */ Symbol.for("react.portal"), REACT_FRAGMENT_TYPE = /* @__PURE__ */ Symbol.for("react.fragment"), REACT_STRICT_MODE_TYPE = /* @__PURE__ */ Symbol.for("react.strict_mode"), REACT_PROFILER_TYPE = /* @__PURE__ */ Symbol.for("react.profiler"), REACT_CONSUMER_TYPE = /* @__PURE__ */ Symbol.for("react.consumer"), REACT_CONTEXT_TYPE = /* @__PURE__ */ Symbol.for("react.context"), REACT_FORWARD_REF_TYPE = /* @__PURE__ */ Symbol.for("react.forward_ref"), REACT_SUSPENSE_TYPE = /* @__PURE__ */ Symbol.for("react.suspense"), REACT_SUSPENSE_LIST_TYPE = /* @__PURE__ */ Symbol.for("react.suspense_list"), REACT_MEMO_TYPE = /* @__PURE__ */ Symbol.for("react.memo"), REACT_LAZY_TYPE = /* @__PURE__ */ Symbol.for("react.lazy"), REACT_ACTIVITY_TYPE = /* @__PURE__ */ Symbol.for("react.activity"), REACT_VIEW_TRANSITION_TYPE = /* @__PURE__ */ Symbol.for("react.view_transition"), MAYBE_ITERATOR_SYMBOL = Symbol.iterator, didWarnStateUpdateForUnmountedComponent = {}, ReactNoopUpdateQueue = {
          isMounted: function() {
            return false;
          },
          enqueueForceUpdate: function(publicInstance) {
            warnNoop(publicInstance, "forceUpdate");
          },
          enqueueReplaceState: function(publicInstance) {
            warnNoop(publicInstance, "replaceState");
          },
          enqueueSetState: function(publicInstance) {
            warnNoop(publicInstance, "setState");
          }
        }, assign = Object.assign, emptyObject = {};
        Object.freeze(emptyObject);
        Component.prototype.isReactComponent = {};
        Component.prototype.setState = function(partialState, callback) {
          if ("object" !== typeof partialState && "function" !== typeof partialState && null != partialState)
            throw Error(
              "takes an object of state variables to update or a function which returns an object of state variables."
            );
          this.updater.enqueueSetState(this, partialState, callback, "setState");
        };
        Component.prototype.forceUpdate = function(callback) {
          this.updater.enqueueForceUpdate(this, callback, "forceUpdate");
        };
        var deprecatedAPIs = {
          isMounted: [
            "isMounted",
            "Instead, make sure to clean up subscriptions and pending requests in componentWillUnmount to prevent memory leaks."
          ],
          replaceState: [
            "replaceState",
            "Refactor your code to use setState instead (see https://github.com/facebook/react/issues/3236)."
          ]
        };
        for (fnName in deprecatedAPIs)
          deprecatedAPIs.hasOwnProperty(fnName) && defineDeprecationWarning(fnName, deprecatedAPIs[fnName]);
        ComponentDummy.prototype = Component.prototype;
        deprecatedAPIs = PureComponent.prototype = new ComponentDummy();
        deprecatedAPIs.constructor = PureComponent;
        assign(deprecatedAPIs, Component.prototype);
        deprecatedAPIs.isPureReactComponent = true;
        var isArrayImpl = Array.isArray, REACT_CLIENT_REFERENCE = /* @__PURE__ */ Symbol.for("react.client.reference"), ReactSharedInternals = {
          H: null,
          A: null,
          T: null,
          S: null,
          actQueue: null,
          asyncTransitions: 0,
          isBatchingLegacy: false,
          didScheduleLegacyUpdate: false,
          didUsePromise: false,
          thrownErrors: [],
          getCurrentStack: null,
          recentlyCreatedOwnerStacks: 0
        }, hasOwnProperty = Object.prototype.hasOwnProperty, createTask = console.createTask ? console.createTask : function() {
          return null;
        };
        deprecatedAPIs = {
          react_stack_bottom_frame: function(callStackForError) {
            return callStackForError();
          }
        };
        var specialPropKeyWarningShown, didWarnAboutOldJSXRuntime;
        var didWarnAboutElementRef = {};
        var unknownOwnerDebugStack = deprecatedAPIs.react_stack_bottom_frame.bind(
          deprecatedAPIs,
          UnknownOwner
        )();
        var unknownOwnerDebugTask = createTask(getTaskName(UnknownOwner));
        var didWarnAboutMaps = false, userProvidedKeyEscapeRegex = /\/+/g, reportGlobalError = "function" === typeof reportError ? reportError : function(error) {
          if ("object" === typeof window && "function" === typeof window.ErrorEvent) {
            var event = new window.ErrorEvent("error", {
              bubbles: true,
              cancelable: true,
              message: "object" === typeof error && null !== error && "string" === typeof error.message ? String(error.message) : String(error),
              error
            });
            if (!window.dispatchEvent(event)) return;
          } else if ("object" === typeof process && "function" === typeof process.emit) {
            process.emit("uncaughtException", error);
            return;
          }
          console.error(error);
        }, didWarnAboutMessageChannel = false, enqueueTaskImpl = null, actScopeDepth = 0, didWarnNoAwaitAct = false, isFlushing = false, queueSeveralMicrotasks = "function" === typeof queueMicrotask ? function(callback) {
          queueMicrotask(function() {
            return queueMicrotask(callback);
          });
        } : enqueueTask;
        deprecatedAPIs = Object.freeze({
          __proto__: null,
          c: function(size) {
            return resolveDispatcher().useMemoCache(size);
          }
        });
        var fnName = {
          map: mapChildren,
          forEach: function(children, forEachFunc, forEachContext) {
            mapChildren(
              children,
              function() {
                forEachFunc.apply(this, arguments);
              },
              forEachContext
            );
          },
          count: function(children) {
            var n = 0;
            mapChildren(children, function() {
              n++;
            });
            return n;
          },
          toArray: function(children) {
            return mapChildren(children, function(child) {
              return child;
            }) || [];
          },
          only: function(children) {
            if (!isValidElement(children))
              throw Error(
                "React.Children.only expected to receive a single React element child."
              );
            return children;
          }
        };
        exports.Activity = REACT_ACTIVITY_TYPE;
        exports.Children = fnName;
        exports.Component = Component;
        exports.Fragment = REACT_FRAGMENT_TYPE;
        exports.Profiler = REACT_PROFILER_TYPE;
        exports.PureComponent = PureComponent;
        exports.StrictMode = REACT_STRICT_MODE_TYPE;
        exports.Suspense = REACT_SUSPENSE_TYPE;
        exports.ViewTransition = REACT_VIEW_TRANSITION_TYPE;
        exports.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = ReactSharedInternals;
        exports.__COMPILER_RUNTIME = deprecatedAPIs;
        exports.act = function(callback) {
          var prevActQueue = ReactSharedInternals.actQueue, prevActScopeDepth = actScopeDepth;
          actScopeDepth++;
          var queue = ReactSharedInternals.actQueue = null !== prevActQueue ? prevActQueue : [], didAwaitActCall = false;
          try {
            var result = callback();
          } catch (error) {
            ReactSharedInternals.thrownErrors.push(error);
          }
          if (0 < ReactSharedInternals.thrownErrors.length)
            throw popActScope(prevActQueue, prevActScopeDepth), callback = aggregateErrors(ReactSharedInternals.thrownErrors), ReactSharedInternals.thrownErrors.length = 0, callback;
          if (null !== result && "object" === typeof result && "function" === typeof result.then) {
            var thenable = result;
            queueSeveralMicrotasks(function() {
              didAwaitActCall || didWarnNoAwaitAct || (didWarnNoAwaitAct = true, console.error(
                "You called act(async () => ...) without await. This could lead to unexpected testing behaviour, interleaving multiple act calls and mixing their scopes. You should - await act(async () => ...);"
              ));
            });
            return {
              then: function(resolve, reject) {
                didAwaitActCall = true;
                thenable.then(
                  function(returnValue) {
                    popActScope(prevActQueue, prevActScopeDepth);
                    if (0 === prevActScopeDepth) {
                      try {
                        flushActQueue(queue), enqueueTask(function() {
                          return recursivelyFlushAsyncActWork(
                            returnValue,
                            resolve,
                            reject
                          );
                        });
                      } catch (error$0) {
                        ReactSharedInternals.thrownErrors.push(error$0);
                      }
                      if (0 < ReactSharedInternals.thrownErrors.length) {
                        var _thrownError = aggregateErrors(
                          ReactSharedInternals.thrownErrors
                        );
                        ReactSharedInternals.thrownErrors.length = 0;
                        reject(_thrownError);
                      }
                    } else resolve(returnValue);
                  },
                  function(error) {
                    popActScope(prevActQueue, prevActScopeDepth);
                    0 < ReactSharedInternals.thrownErrors.length ? (error = aggregateErrors(
                      ReactSharedInternals.thrownErrors
                    ), ReactSharedInternals.thrownErrors.length = 0, reject(error)) : reject(error);
                  }
                );
              }
            };
          }
          var returnValue$jscomp$0 = result;
          popActScope(prevActQueue, prevActScopeDepth);
          0 === prevActScopeDepth && (flushActQueue(queue), 0 !== queue.length && queueSeveralMicrotasks(function() {
            didAwaitActCall || didWarnNoAwaitAct || (didWarnNoAwaitAct = true, console.error(
              "A component suspended inside an `act` scope, but the `act` call was not awaited. When testing React components that depend on asynchronous data, you must await the result:\n\nawait act(() => ...)"
            ));
          }), ReactSharedInternals.actQueue = null);
          if (0 < ReactSharedInternals.thrownErrors.length)
            throw callback = aggregateErrors(ReactSharedInternals.thrownErrors), ReactSharedInternals.thrownErrors.length = 0, callback;
          return {
            then: function(resolve, reject) {
              didAwaitActCall = true;
              0 === prevActScopeDepth ? (ReactSharedInternals.actQueue = queue, enqueueTask(function() {
                return recursivelyFlushAsyncActWork(
                  returnValue$jscomp$0,
                  resolve,
                  reject
                );
              })) : resolve(returnValue$jscomp$0);
            }
          };
        };
        exports.addTransitionType = addTransitionType;
        exports.cache = function(fn) {
          return function() {
            return fn.apply(null, arguments);
          };
        };
        exports.cacheSignal = function() {
          return null;
        };
        exports.captureOwnerStack = function() {
          var getCurrentStack = ReactSharedInternals.getCurrentStack;
          return null === getCurrentStack ? null : getCurrentStack();
        };
        exports.cloneElement = function(element, config, children) {
          if (null === element || void 0 === element)
            throw Error(
              "The argument must be a React element, but you passed " + element + "."
            );
          var props = assign({}, element.props), key = element.key, owner = element._owner;
          if (null != config) {
            var JSCompiler_inline_result;
            a: {
              if (hasOwnProperty.call(config, "ref") && (JSCompiler_inline_result = Object.getOwnPropertyDescriptor(
                config,
                "ref"
              ).get) && JSCompiler_inline_result.isReactWarning) {
                JSCompiler_inline_result = false;
                break a;
              }
              JSCompiler_inline_result = void 0 !== config.ref;
            }
            JSCompiler_inline_result && (owner = getOwner());
            hasValidKey(config) && (checkKeyStringCoercion(config.key), key = "" + config.key);
            for (propName in config)
              !hasOwnProperty.call(config, propName) || "key" === propName || "__self" === propName || "__source" === propName || "ref" === propName && void 0 === config.ref || (props[propName] = config[propName]);
          }
          var propName = arguments.length - 2;
          if (1 === propName) props.children = children;
          else if (1 < propName) {
            JSCompiler_inline_result = Array(propName);
            for (var i = 0; i < propName; i++)
              JSCompiler_inline_result[i] = arguments[i + 2];
            props.children = JSCompiler_inline_result;
          }
          props = ReactElement(
            element.type,
            key,
            props,
            owner,
            element._debugStack,
            element._debugTask
          );
          for (key = 2; key < arguments.length; key++)
            validateChildKeys(arguments[key]);
          return props;
        };
        exports.createContext = function(defaultValue) {
          defaultValue = {
            $$typeof: REACT_CONTEXT_TYPE,
            _currentValue: defaultValue,
            _currentValue2: defaultValue,
            _threadCount: 0,
            Provider: null,
            Consumer: null
          };
          defaultValue.Provider = defaultValue;
          defaultValue.Consumer = {
            $$typeof: REACT_CONSUMER_TYPE,
            _context: defaultValue
          };
          defaultValue._currentRenderer = null;
          defaultValue._currentRenderer2 = null;
          return defaultValue;
        };
        exports.createElement = function(type, config, children) {
          for (var i = 2; i < arguments.length; i++)
            validateChildKeys(arguments[i]);
          var propName;
          i = {};
          var key = null;
          if (null != config)
            for (propName in didWarnAboutOldJSXRuntime || !("__self" in config) || "key" in config || (didWarnAboutOldJSXRuntime = true, console.warn(
              "Your app (or one of its dependencies) is using an outdated JSX transform. Update to the modern JSX transform for faster performance: https://react.dev/link/new-jsx-transform"
            )), hasValidKey(config) && (checkKeyStringCoercion(config.key), key = "" + config.key), config)
              hasOwnProperty.call(config, propName) && "key" !== propName && "__self" !== propName && "__source" !== propName && (i[propName] = config[propName]);
          var childrenLength = arguments.length - 2;
          if (1 === childrenLength) i.children = children;
          else if (1 < childrenLength) {
            for (var childArray = Array(childrenLength), _i = 0; _i < childrenLength; _i++)
              childArray[_i] = arguments[_i + 2];
            Object.freeze && Object.freeze(childArray);
            i.children = childArray;
          }
          if (type && type.defaultProps)
            for (propName in childrenLength = type.defaultProps, childrenLength)
              void 0 === i[propName] && (i[propName] = childrenLength[propName]);
          key && defineKeyPropWarningGetter(
            i,
            "function" === typeof type ? type.displayName || type.name || "Unknown" : type
          );
          (propName = 1e4 > ReactSharedInternals.recentlyCreatedOwnerStacks++) ? (childArray = Error.stackTraceLimit, Error.stackTraceLimit = 10, childrenLength = Error("react-stack-top-frame"), Error.stackTraceLimit = childArray) : childrenLength = unknownOwnerDebugStack;
          return ReactElement(
            type,
            key,
            i,
            getOwner(),
            childrenLength,
            propName ? createTask(getTaskName(type)) : unknownOwnerDebugTask
          );
        };
        exports.createRef = function() {
          var refObject = { current: null };
          Object.seal(refObject);
          return refObject;
        };
        exports.forwardRef = function(render) {
          null != render && render.$$typeof === REACT_MEMO_TYPE ? console.error(
            "forwardRef requires a render function but received a `memo` component. Instead of forwardRef(memo(...)), use memo(forwardRef(...))."
          ) : "function" !== typeof render ? console.error(
            "forwardRef requires a render function but was given %s.",
            null === render ? "null" : typeof render
          ) : 0 !== render.length && 2 !== render.length && console.error(
            "forwardRef render functions accept exactly two parameters: props and ref. %s",
            1 === render.length ? "Did you forget to use the ref parameter?" : "Any additional parameter will be undefined."
          );
          null != render && null != render.defaultProps && console.error(
            "forwardRef render functions do not support defaultProps. Did you accidentally pass a React component?"
          );
          var elementType = { $$typeof: REACT_FORWARD_REF_TYPE, render }, ownName;
          Object.defineProperty(elementType, "displayName", {
            enumerable: false,
            configurable: true,
            get: function() {
              return ownName;
            },
            set: function(name) {
              ownName = name;
              render.name || render.displayName || (Object.defineProperty(render, "name", { value: name }), render.displayName = name);
            }
          });
          return elementType;
        };
        exports.isValidElement = isValidElement;
        exports.lazy = function(ctor) {
          ctor = { _status: -1, _result: ctor };
          var lazyType = {
            $$typeof: REACT_LAZY_TYPE,
            _payload: ctor,
            _init: lazyInitializer
          }, ioInfo = {
            name: "lazy",
            start: -1,
            end: -1,
            value: null,
            owner: null,
            debugStack: Error("react-stack-top-frame"),
            debugTask: console.createTask ? console.createTask("lazy()") : null
          };
          ctor._ioInfo = ioInfo;
          lazyType._debugInfo = [{ awaited: ioInfo }];
          return lazyType;
        };
        exports.memo = function(type, compare) {
          null == type && console.error(
            "memo: The first argument must be a component. Instead received: %s",
            null === type ? "null" : typeof type
          );
          compare = {
            $$typeof: REACT_MEMO_TYPE,
            type,
            compare: void 0 === compare ? null : compare
          };
          var ownName;
          Object.defineProperty(compare, "displayName", {
            enumerable: false,
            configurable: true,
            get: function() {
              return ownName;
            },
            set: function(name) {
              ownName = name;
              type.name || type.displayName || (Object.defineProperty(type, "name", { value: name }), type.displayName = name);
            }
          });
          return compare;
        };
        exports.startTransition = startTransition;
        exports.unstable_useCacheRefresh = function() {
          return resolveDispatcher().useCacheRefresh();
        };
        exports.use = function(usable) {
          return resolveDispatcher().use(usable);
        };
        exports.useActionState = function(action, initialState, permalink) {
          return resolveDispatcher().useActionState(
            action,
            initialState,
            permalink
          );
        };
        exports.useCallback = function(callback, deps) {
          return resolveDispatcher().useCallback(callback, deps);
        };
        exports.useContext = function(Context) {
          var dispatcher = resolveDispatcher();
          Context.$$typeof === REACT_CONSUMER_TYPE && console.error(
            "Calling useContext(Context.Consumer) is not supported and will cause bugs. Did you mean to call useContext(Context) instead?"
          );
          return dispatcher.useContext(Context);
        };
        exports.useDebugValue = function(value, formatterFn) {
          return resolveDispatcher().useDebugValue(value, formatterFn);
        };
        exports.useDeferredValue = function(value, initialValue) {
          return resolveDispatcher().useDeferredValue(value, initialValue);
        };
        exports.useEffect = function(create, deps) {
          null == create && console.warn(
            "React Hook useEffect requires an effect callback. Did you forget to pass a callback to the hook?"
          );
          return resolveDispatcher().useEffect(create, deps);
        };
        exports.useEffectEvent = function(callback) {
          return resolveDispatcher().useEffectEvent(callback);
        };
        exports.useId = function() {
          return resolveDispatcher().useId();
        };
        exports.useImperativeHandle = function(ref, create, deps) {
          return resolveDispatcher().useImperativeHandle(ref, create, deps);
        };
        exports.useInsertionEffect = function(create, deps) {
          null == create && console.warn(
            "React Hook useInsertionEffect requires an effect callback. Did you forget to pass a callback to the hook?"
          );
          return resolveDispatcher().useInsertionEffect(create, deps);
        };
        exports.useLayoutEffect = function(create, deps) {
          null == create && console.warn(
            "React Hook useLayoutEffect requires an effect callback. Did you forget to pass a callback to the hook?"
          );
          return resolveDispatcher().useLayoutEffect(create, deps);
        };
        exports.useMemo = function(create, deps) {
          return resolveDispatcher().useMemo(create, deps);
        };
        exports.useOptimistic = function(passthrough, reducer) {
          return resolveDispatcher().useOptimistic(passthrough, reducer);
        };
        exports.useReducer = function(reducer, initialArg, init) {
          return resolveDispatcher().useReducer(reducer, initialArg, init);
        };
        exports.useRef = function(initialValue) {
          return resolveDispatcher().useRef(initialValue);
        };
        exports.useState = function(initialState) {
          return resolveDispatcher().useState(initialState);
        };
        exports.useSyncExternalStore = function(subscribe, getSnapshot, getServerSnapshot) {
          return resolveDispatcher().useSyncExternalStore(
            subscribe,
            getSnapshot,
            getServerSnapshot
          );
        };
        exports.useTransition = function() {
          return resolveDispatcher().useTransition();
        };
        exports.version = "19.3.1";
        "undefined" !== typeof __REACT_DEVTOOLS_GLOBAL_HOOK__ && "function" === typeof __REACT_DEVTOOLS_GLOBAL_HOOK__.registerInternalModuleStop && __REACT_DEVTOOLS_GLOBAL_HOOK__.registerInternalModuleStop(Error());
      })();
    }
  });

  // ../../../../../main/node_modules/react/index.js
  var require_react = __commonJS({
    "../../../../../main/node_modules/react/index.js"(exports, module) {
      "use strict";
      if (false) {
        module.exports = null;
      } else {
        module.exports = require_react_development();
      }
    }
  });

  // ../../../../../main/node_modules/react-dom/cjs/react-dom.development.js
  var require_react_dom_development = __commonJS({
    "../../../../../main/node_modules/react-dom/cjs/react-dom.development.js"(exports) {
      "use strict";
      (function() {
        function noop() {
        }
        function testStringCoercion(value) {
          return "" + value;
        }
        function createPortal$1(children, containerInfo, implementation) {
          var key = 3 < arguments.length && void 0 !== arguments[3] ? arguments[3] : null;
          if (null == key) key = null;
          else if (key === REACT_OPTIMISTIC_KEY) key = REACT_OPTIMISTIC_KEY;
          else {
            try {
              testStringCoercion(key);
              var JSCompiler_inline_result = false;
            } catch (e) {
              JSCompiler_inline_result = true;
            }
            JSCompiler_inline_result && (console.error(
              "The provided key is an unsupported type %s. This value must be coerced to a string before using it here.",
              "function" === typeof Symbol && Symbol.toStringTag && key[Symbol.toStringTag] || key.constructor.name || "Object"
            ), testStringCoercion(key));
            key = "" + key;
          }
          return {
            $$typeof: REACT_PORTAL_TYPE,
            key,
            children,
            containerInfo,
            implementation
          };
        }
        function getCrossOriginStringAs(as, input) {
          if ("font" === as) return "";
          if ("string" === typeof input)
            return "use-credentials" === input ? input : "";
        }
        function getValueDescriptorExpectingObjectForWarning(thing) {
          return null === thing ? "`null`" : void 0 === thing ? "`undefined`" : "" === thing ? "an empty string" : 'something with type "' + typeof thing + '"';
        }
        function getValueDescriptorExpectingEnumForWarning(thing) {
          return null === thing ? "`null`" : void 0 === thing ? "`undefined`" : "" === thing ? "an empty string" : "string" === typeof thing ? JSON.stringify(thing) : "number" === typeof thing ? "`" + thing + "`" : 'something with type "' + typeof thing + '"';
        }
        function resolveDispatcher() {
          var dispatcher = ReactSharedInternals.H;
          null === dispatcher && console.error(
            "Invalid hook call. Hooks can only be called inside of the body of a function component. This could happen for one of the following reasons:\n1. You might have mismatching versions of React and the renderer (such as React DOM)\n2. You might be breaking the Rules of Hooks\n3. You might have more than one copy of React in the same app\nSee https://react.dev/link/invalid-hook-call for tips about how to debug and fix this problem."
          );
          return dispatcher;
        }
        "undefined" !== typeof __REACT_DEVTOOLS_GLOBAL_HOOK__ && "function" === typeof __REACT_DEVTOOLS_GLOBAL_HOOK__.registerInternalModuleStart && __REACT_DEVTOOLS_GLOBAL_HOOK__.registerInternalModuleStart(Error());
        var React = require_react(), Internals = {
          d: {
            f: noop,
            r: function() {
              throw Error(
                "Invalid form element. requestFormReset must be passed a form that was rendered by React."
              );
            },
            D: noop,
            C: noop,
            L: noop,
            m: noop,
            X: noop,
            S: noop,
            M: noop
          },
          p: 0,
          findDOMNode: null
        }, REACT_PORTAL_TYPE = /* @__PURE__ */ Symbol.for("react.portal"), REACT_RECOVERABLE_TYPE = /* @__PURE__ */ Symbol.for("react.recoverable"), REACT_OPTIMISTIC_KEY = /* @__PURE__ */ Symbol.for("react.optimistic_key"), ReactSharedInternals = React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
        "function" === typeof Map && null != Map.prototype && "function" === typeof Map.prototype.forEach && "function" === typeof Set && null != Set.prototype && "function" === typeof Set.prototype.clear && "function" === typeof Set.prototype.forEach || console.error(
          "React depends on Map and Set built-in types. Make sure that you load a polyfill in older browsers. https://reactjs.org/link/react-polyfills"
        );
        exports.__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = Internals;
        exports.browser = function(reason) {
          return { $$typeof: REACT_RECOVERABLE_TYPE, _reason: reason };
        };
        exports.createPortal = function(children, container) {
          var key = 2 < arguments.length && void 0 !== arguments[2] ? arguments[2] : null;
          if (!container || 1 !== container.nodeType && 9 !== container.nodeType && 11 !== container.nodeType)
            throw Error("Target container is not a DOM element.");
          return createPortal$1(children, container, null, key);
        };
        exports.flushSync = function(fn) {
          var previousTransition = ReactSharedInternals.T, previousUpdatePriority = Internals.p;
          try {
            if (ReactSharedInternals.T = null, Internals.p = 2, fn)
              return fn();
          } finally {
            ReactSharedInternals.T = previousTransition, Internals.p = previousUpdatePriority, Internals.d.f() && console.error(
              "flushSync was called from inside a lifecycle method. React cannot flush when React is already rendering. Consider moving this call to a scheduler task or micro task."
            );
          }
        };
        exports.preconnect = function(href, options) {
          "string" === typeof href && href ? null != options && "object" !== typeof options ? console.error(
            "ReactDOM.preconnect(): Expected the `options` argument (second) to be an object but encountered %s instead. The only supported option at this time is `crossOrigin` which accepts a string.",
            getValueDescriptorExpectingEnumForWarning(options)
          ) : null != options && "string" !== typeof options.crossOrigin && console.error(
            "ReactDOM.preconnect(): Expected the `crossOrigin` option (second argument) to be a string but encountered %s instead. Try removing this option or passing a string value instead.",
            getValueDescriptorExpectingObjectForWarning(options.crossOrigin)
          ) : console.error(
            "ReactDOM.preconnect(): Expected the `href` argument (first) to be a non-empty string but encountered %s instead.",
            getValueDescriptorExpectingObjectForWarning(href)
          );
          "string" === typeof href && (options ? (options = options.crossOrigin, options = "string" === typeof options ? "use-credentials" === options ? options : "" : void 0) : options = null, Internals.d.C(href, options));
        };
        exports.prefetchDNS = function(href) {
          if ("string" !== typeof href || !href)
            console.error(
              "ReactDOM.prefetchDNS(): Expected the `href` argument (first) to be a non-empty string but encountered %s instead.",
              getValueDescriptorExpectingObjectForWarning(href)
            );
          else if (1 < arguments.length) {
            var options = arguments[1];
            "object" === typeof options && options.hasOwnProperty("crossOrigin") ? console.error(
              "ReactDOM.prefetchDNS(): Expected only one argument, `href`, but encountered %s as a second argument instead. This argument is reserved for future options and is currently disallowed. It looks like the you are attempting to set a crossOrigin property for this DNS lookup hint. Browsers do not perform DNS queries using CORS and setting this attribute on the resource hint has no effect. Try calling ReactDOM.prefetchDNS() with just a single string argument, `href`.",
              getValueDescriptorExpectingEnumForWarning(options)
            ) : console.error(
              "ReactDOM.prefetchDNS(): Expected only one argument, `href`, but encountered %s as a second argument instead. This argument is reserved for future options and is currently disallowed. Try calling ReactDOM.prefetchDNS() with just a single string argument, `href`.",
              getValueDescriptorExpectingEnumForWarning(options)
            );
          }
          "string" === typeof href && Internals.d.D(href);
        };
        exports.preinit = function(href, options) {
          "string" === typeof href && href ? null == options || "object" !== typeof options ? console.error(
            "ReactDOM.preinit(): Expected the `options` argument (second) to be an object with an `as` property describing the type of resource to be preinitialized but encountered %s instead.",
            getValueDescriptorExpectingEnumForWarning(options)
          ) : "style" !== options.as && "script" !== options.as && console.error(
            'ReactDOM.preinit(): Expected the `as` property in the `options` argument (second) to contain a valid value describing the type of resource to be preinitialized but encountered %s instead. Valid values for `as` are "style" and "script".',
            getValueDescriptorExpectingEnumForWarning(options.as)
          ) : console.error(
            "ReactDOM.preinit(): Expected the `href` argument (first) to be a non-empty string but encountered %s instead.",
            getValueDescriptorExpectingObjectForWarning(href)
          );
          if ("string" === typeof href && options && "string" === typeof options.as) {
            var as = options.as, crossOrigin = getCrossOriginStringAs(as, options.crossOrigin), integrity = "string" === typeof options.integrity ? options.integrity : void 0, fetchPriority = "string" === typeof options.fetchPriority ? options.fetchPriority : void 0;
            "style" === as ? Internals.d.S(
              href,
              "string" === typeof options.precedence ? options.precedence : void 0,
              {
                crossOrigin,
                integrity,
                fetchPriority
              }
            ) : "script" === as && Internals.d.X(href, {
              crossOrigin,
              integrity,
              fetchPriority,
              nonce: "string" === typeof options.nonce ? options.nonce : void 0
            });
          }
        };
        exports.preinitModule = function(href, options) {
          var encountered = "";
          "string" === typeof href && href || (encountered += " The `href` argument encountered was " + getValueDescriptorExpectingObjectForWarning(href) + ".");
          void 0 !== options && "object" !== typeof options ? encountered += " The `options` argument encountered was " + getValueDescriptorExpectingObjectForWarning(options) + "." : options && "as" in options && "script" !== options.as && (encountered += " The `as` option encountered was " + getValueDescriptorExpectingEnumForWarning(options.as) + ".");
          if (encountered)
            console.error(
              "ReactDOM.preinitModule(): Expected up to two arguments, a non-empty `href` string and, optionally, an `options` object with a valid `as` property.%s",
              encountered
            );
          else
            switch (encountered = options && "string" === typeof options.as ? options.as : "script", encountered) {
              case "script":
                break;
              default:
                encountered = getValueDescriptorExpectingEnumForWarning(encountered), console.error(
                  'ReactDOM.preinitModule(): Currently the only supported "as" type for this function is "script" but received "%s" instead. This warning was generated for `href` "%s". In the future other module types will be supported, aligning with the import-attributes proposal. Learn more here: (https://github.com/tc39/proposal-import-attributes)',
                  encountered,
                  href
                );
            }
          if ("string" === typeof href)
            if ("object" === typeof options && null !== options) {
              if (null == options.as || "script" === options.as)
                encountered = getCrossOriginStringAs(
                  options.as,
                  options.crossOrigin
                ), Internals.d.M(href, {
                  crossOrigin: encountered,
                  integrity: "string" === typeof options.integrity ? options.integrity : void 0,
                  nonce: "string" === typeof options.nonce ? options.nonce : void 0,
                  fetchPriority: "string" === typeof options.fetchPriority ? options.fetchPriority : void 0
                });
            } else null == options && Internals.d.M(href);
        };
        exports.preload = function(href, options) {
          var encountered = "";
          "string" === typeof href && href || (encountered += " The `href` argument encountered was " + getValueDescriptorExpectingObjectForWarning(href) + ".");
          null == options || "object" !== typeof options ? encountered += " The `options` argument encountered was " + getValueDescriptorExpectingObjectForWarning(options) + "." : "string" === typeof options.as && options.as || (encountered += " The `as` option encountered was " + getValueDescriptorExpectingObjectForWarning(options.as) + ".");
          encountered && console.error(
            'ReactDOM.preload(): Expected two arguments, a non-empty `href` string and an `options` object with an `as` property valid for a `<link rel="preload" as="..." />` tag.%s',
            encountered
          );
          if ("string" === typeof href && "object" === typeof options && null !== options && "string" === typeof options.as) {
            encountered = options.as;
            var crossOrigin = getCrossOriginStringAs(
              encountered,
              options.crossOrigin
            );
            Internals.d.L(href, encountered, {
              crossOrigin,
              integrity: "string" === typeof options.integrity ? options.integrity : void 0,
              nonce: "string" === typeof options.nonce ? options.nonce : void 0,
              type: "string" === typeof options.type ? options.type : void 0,
              fetchPriority: "string" === typeof options.fetchPriority ? options.fetchPriority : void 0,
              referrerPolicy: "string" === typeof options.referrerPolicy ? options.referrerPolicy : void 0,
              imageSrcSet: "string" === typeof options.imageSrcSet ? options.imageSrcSet : void 0,
              imageSizes: "string" === typeof options.imageSizes ? options.imageSizes : void 0,
              media: "string" === typeof options.media ? options.media : void 0
            });
          }
        };
        exports.preloadModule = function(href, options) {
          var encountered = "";
          "string" === typeof href && href || (encountered += " The `href` argument encountered was " + getValueDescriptorExpectingObjectForWarning(href) + ".");
          void 0 !== options && "object" !== typeof options ? encountered += " The `options` argument encountered was " + getValueDescriptorExpectingObjectForWarning(options) + "." : options && "as" in options && "string" !== typeof options.as && (encountered += " The `as` option encountered was " + getValueDescriptorExpectingObjectForWarning(options.as) + ".");
          encountered && console.error(
            'ReactDOM.preloadModule(): Expected two arguments, a non-empty `href` string and, optionally, an `options` object with an `as` property valid for a `<link rel="modulepreload" as="..." />` tag.%s',
            encountered
          );
          "string" === typeof href && (options ? (encountered = getCrossOriginStringAs(
            options.as,
            options.crossOrigin
          ), Internals.d.m(href, {
            as: "string" === typeof options.as && "script" !== options.as ? options.as : void 0,
            crossOrigin: encountered,
            integrity: "string" === typeof options.integrity ? options.integrity : void 0,
            nonce: "string" === typeof options.nonce ? options.nonce : void 0,
            fetchPriority: "string" === typeof options.fetchPriority ? options.fetchPriority : void 0
          })) : Internals.d.m(href));
        };
        exports.requestFormReset = function(form) {
          Internals.d.r(form);
        };
        exports.unstable_batchedUpdates = function(fn, a) {
          return fn(a);
        };
        exports.useFormState = function(action, initialState, permalink) {
          return resolveDispatcher().useFormState(action, initialState, permalink);
        };
        exports.useFormStatus = function() {
          return resolveDispatcher().useHostTransitionStatus();
        };
        exports.version = "19.3.1";
        "undefined" !== typeof __REACT_DEVTOOLS_GLOBAL_HOOK__ && "function" === typeof __REACT_DEVTOOLS_GLOBAL_HOOK__.registerInternalModuleStop && __REACT_DEVTOOLS_GLOBAL_HOOK__.registerInternalModuleStop(Error());
      })();
    }
  });

  // ../../../../../main/node_modules/react-dom/index.js
  var require_react_dom = __commonJS({
    "../../../../../main/node_modules/react-dom/index.js"(exports, module) {
      "use strict";
      if (false) {
        checkDCE();
        module.exports = null;
      } else {
        module.exports = require_react_dom_development();
      }
    }
  });

  // ../../../../../main/node_modules/react-dom/cjs/react-dom-server-legacy.browser.development.js
  var require_react_dom_server_legacy_browser_development = __commonJS({
    "../../../../../main/node_modules/react-dom/cjs/react-dom-server-legacy.browser.development.js"(exports) {
      "use strict";
      (function() {
        function styleReplacer(match, prefix2, s, suffix2) {
          return "" + prefix2 + ("s" === s ? "\\73 " : "\\53 ") + suffix2;
        }
        function scriptReplacer(match, prefix2, s, suffix2) {
          return "" + prefix2 + ("s" === s ? "\\u0073" : "\\u0053") + suffix2;
        }
        function getIteratorFn(maybeIterable) {
          if (null === maybeIterable || "object" !== typeof maybeIterable)
            return null;
          maybeIterable = MAYBE_ITERATOR_SYMBOL && maybeIterable[MAYBE_ITERATOR_SYMBOL] || maybeIterable["@@iterator"];
          return "function" === typeof maybeIterable ? maybeIterable : null;
        }
        function objectName(object) {
          object = Object.prototype.toString.call(object);
          return object.slice(8, object.length - 1);
        }
        function describeKeyForErrorMessage(key) {
          var encodedKey = JSON.stringify(key);
          return '"' + key + '"' === encodedKey ? key : encodedKey;
        }
        function describeValueForErrorMessage(value) {
          switch (typeof value) {
            case "string":
              return JSON.stringify(
                10 >= value.length ? value : value.slice(0, 10) + "..."
              );
            case "object":
              if (isArrayImpl(value)) return "[...]";
              if (null !== value && value.$$typeof === CLIENT_REFERENCE_TAG)
                return "client";
              value = objectName(value);
              return "Object" === value ? "{...}" : value;
            case "function":
              return value.$$typeof === CLIENT_REFERENCE_TAG ? "client" : (value = value.displayName || value.name) ? "function " + value : "function";
            default:
              return String(value);
          }
        }
        function describeElementType(type) {
          if ("string" === typeof type) return type;
          switch (type) {
            case REACT_SUSPENSE_TYPE:
              return "Suspense";
            case REACT_SUSPENSE_LIST_TYPE:
              return "SuspenseList";
            case REACT_VIEW_TRANSITION_TYPE:
              return "ViewTransition";
          }
          if ("object" === typeof type)
            switch (type.$$typeof) {
              case REACT_FORWARD_REF_TYPE:
                return describeElementType(type.render);
              case REACT_MEMO_TYPE:
                return describeElementType(type.type);
              case REACT_LAZY_TYPE:
                var payload = type._payload;
                type = type._init;
                try {
                  return describeElementType(type(payload));
                } catch (x) {
                }
            }
          return "";
        }
        function describeObjectForErrorMessage(objectOrArray, expandedName) {
          var objKind = objectName(objectOrArray);
          if ("Object" !== objKind && "Array" !== objKind) return objKind;
          var start = -1, length = 0;
          if (isArrayImpl(objectOrArray))
            if (jsxChildrenParents.has(objectOrArray)) {
              var type = jsxChildrenParents.get(objectOrArray);
              objKind = "<" + describeElementType(type) + ">";
              for (var i = 0; i < objectOrArray.length; i++) {
                var value = objectOrArray[i];
                value = "string" === typeof value ? value : "object" === typeof value && null !== value ? "{" + describeObjectForErrorMessage(value) + "}" : "{" + describeValueForErrorMessage(value) + "}";
                "" + i === expandedName ? (start = objKind.length, length = value.length, objKind += value) : objKind = 15 > value.length && 40 > objKind.length + value.length ? objKind + value : objKind + "{...}";
              }
              objKind += "</" + describeElementType(type) + ">";
            } else {
              objKind = "[";
              for (type = 0; type < objectOrArray.length; type++)
                0 < type && (objKind += ", "), i = objectOrArray[type], i = "object" === typeof i && null !== i ? describeObjectForErrorMessage(i) : describeValueForErrorMessage(i), "" + type === expandedName ? (start = objKind.length, length = i.length, objKind += i) : objKind = 10 > i.length && 40 > objKind.length + i.length ? objKind + i : objKind + "...";
              objKind += "]";
            }
          else if (objectOrArray.$$typeof === REACT_ELEMENT_TYPE)
            objKind = "<" + describeElementType(objectOrArray.type) + "/>";
          else {
            if (objectOrArray.$$typeof === CLIENT_REFERENCE_TAG) return "client";
            if (jsxPropsParents.has(objectOrArray)) {
              objKind = jsxPropsParents.get(objectOrArray);
              objKind = "<" + (describeElementType(objKind) || "...");
              type = Object.keys(objectOrArray);
              for (i = 0; i < type.length; i++) {
                objKind += " ";
                value = type[i];
                objKind += describeKeyForErrorMessage(value) + "=";
                var _value2 = objectOrArray[value];
                var _substr2 = value === expandedName && "object" === typeof _value2 && null !== _value2 ? describeObjectForErrorMessage(_value2) : describeValueForErrorMessage(_value2);
                "string" !== typeof _value2 && (_substr2 = "{" + _substr2 + "}");
                value === expandedName ? (start = objKind.length, length = _substr2.length, objKind += _substr2) : objKind = 10 > _substr2.length && 40 > objKind.length + _substr2.length ? objKind + _substr2 : objKind + "...";
              }
              objKind += ">";
            } else {
              objKind = "{";
              type = Object.keys(objectOrArray);
              for (i = 0; i < type.length; i++)
                0 < i && (objKind += ", "), value = type[i], objKind += describeKeyForErrorMessage(value) + ": ", _value2 = objectOrArray[value], _value2 = "object" === typeof _value2 && null !== _value2 ? describeObjectForErrorMessage(_value2) : describeValueForErrorMessage(_value2), value === expandedName ? (start = objKind.length, length = _value2.length, objKind += _value2) : objKind = 10 > _value2.length && 40 > objKind.length + _value2.length ? objKind + _value2 : objKind + "...";
              objKind += "}";
            }
          }
          return void 0 === expandedName ? objKind : -1 < start && 0 < length ? (objectOrArray = " ".repeat(start) + "^".repeat(length), "\n  " + objKind + "\n  " + objectOrArray) : "\n  " + objKind;
        }
        function murmurhash3_32_gc(key, seed) {
          var remainder = key.length & 3;
          var bytes = key.length - remainder;
          var h1 = seed;
          for (seed = 0; seed < bytes; ) {
            var k1 = key.charCodeAt(seed) & 255 | (key.charCodeAt(++seed) & 255) << 8 | (key.charCodeAt(++seed) & 255) << 16 | (key.charCodeAt(++seed) & 255) << 24;
            ++seed;
            k1 = 3432918353 * (k1 & 65535) + ((3432918353 * (k1 >>> 16) & 65535) << 16) & 4294967295;
            k1 = k1 << 15 | k1 >>> 17;
            k1 = 461845907 * (k1 & 65535) + ((461845907 * (k1 >>> 16) & 65535) << 16) & 4294967295;
            h1 ^= k1;
            h1 = h1 << 13 | h1 >>> 19;
            h1 = 5 * (h1 & 65535) + ((5 * (h1 >>> 16) & 65535) << 16) & 4294967295;
            h1 = (h1 & 65535) + 27492 + (((h1 >>> 16) + 58964 & 65535) << 16);
          }
          k1 = 0;
          switch (remainder) {
            case 3:
              k1 ^= (key.charCodeAt(seed + 2) & 255) << 16;
            case 2:
              k1 ^= (key.charCodeAt(seed + 1) & 255) << 8;
            case 1:
              k1 ^= key.charCodeAt(seed) & 255, k1 = 3432918353 * (k1 & 65535) + ((3432918353 * (k1 >>> 16) & 65535) << 16) & 4294967295, k1 = k1 << 15 | k1 >>> 17, h1 ^= 461845907 * (k1 & 65535) + ((461845907 * (k1 >>> 16) & 65535) << 16) & 4294967295;
          }
          h1 ^= key.length;
          h1 ^= h1 >>> 16;
          h1 = 2246822507 * (h1 & 65535) + ((2246822507 * (h1 >>> 16) & 65535) << 16) & 4294967295;
          h1 ^= h1 >>> 13;
          h1 = 3266489909 * (h1 & 65535) + ((3266489909 * (h1 >>> 16) & 65535) << 16) & 4294967295;
          return (h1 ^ h1 >>> 16) >>> 0;
        }
        function typeName(value) {
          return "function" === typeof Symbol && Symbol.toStringTag && value[Symbol.toStringTag] || value.constructor.name || "Object";
        }
        function willCoercionThrow(value) {
          try {
            return testStringCoercion(value), false;
          } catch (e) {
            return true;
          }
        }
        function testStringCoercion(value) {
          return "" + value;
        }
        function checkAttributeStringCoercion(value, attributeName) {
          if (willCoercionThrow(value))
            return console.error(
              "The provided `%s` attribute is an unsupported type %s. This value must be coerced to a string before using it here.",
              attributeName,
              typeName(value)
            ), testStringCoercion(value);
        }
        function checkCSSPropertyStringCoercion(value, propName) {
          if (willCoercionThrow(value))
            return console.error(
              "The provided `%s` CSS property is an unsupported type %s. This value must be coerced to a string before using it here.",
              propName,
              typeName(value)
            ), testStringCoercion(value);
        }
        function checkHtmlStringCoercion(value) {
          if (willCoercionThrow(value))
            return console.error(
              "The provided HTML markup uses a value of unsupported type %s. This value must be coerced to a string before using it here.",
              typeName(value)
            ), testStringCoercion(value);
        }
        function isAttributeNameSafe(attributeName) {
          if (hasOwnProperty.call(validatedAttributeNameCache, attributeName))
            return true;
          if (hasOwnProperty.call(illegalAttributeNameCache, attributeName))
            return false;
          if (VALID_ATTRIBUTE_NAME_REGEX.test(attributeName))
            return validatedAttributeNameCache[attributeName] = true;
          illegalAttributeNameCache[attributeName] = true;
          console.error("Invalid attribute name: `%s`", attributeName);
          return false;
        }
        function checkControlledValueProps(tagName, props) {
          hasReadOnlyValue[props.type] || props.onChange || props.onInput || props.readOnly || props.disabled || null == props.value || ("select" === tagName ? console.error(
            "You provided a `value` prop to a form field without an `onChange` handler. This will render a read-only field. If the field should be mutable use `defaultValue`. Otherwise, set `onChange`."
          ) : console.error(
            "You provided a `value` prop to a form field without an `onChange` handler. This will render a read-only field. If the field should be mutable use `defaultValue`. Otherwise, set either `onChange` or `readOnly`."
          ));
          props.onChange || props.readOnly || props.disabled || null == props.checked || console.error(
            "You provided a `checked` prop to a form field without an `onChange` handler. This will render a read-only field. If the field should be mutable use `defaultChecked`. Otherwise, set either `onChange` or `readOnly`."
          );
        }
        function validateProperty$1(tagName, name) {
          if (hasOwnProperty.call(warnedProperties$1, name) && warnedProperties$1[name])
            return true;
          if (rARIACamel$1.test(name)) {
            tagName = "aria-" + name.slice(4).toLowerCase();
            tagName = ariaProperties.hasOwnProperty(tagName) ? tagName : null;
            if (null == tagName)
              return console.error(
                "Invalid ARIA attribute `%s`. ARIA attributes follow the pattern aria-* and must be lowercase.",
                name
              ), warnedProperties$1[name] = true;
            if (name !== tagName)
              return console.error(
                "Invalid ARIA attribute `%s`. Did you mean `%s`?",
                name,
                tagName
              ), warnedProperties$1[name] = true;
          }
          if (rARIA$1.test(name)) {
            tagName = name.toLowerCase();
            tagName = ariaProperties.hasOwnProperty(tagName) ? tagName : null;
            if (null == tagName) return warnedProperties$1[name] = true, false;
            name !== tagName && (console.error(
              "Unknown ARIA attribute `%s`. Did you mean `%s`?",
              name,
              tagName
            ), warnedProperties$1[name] = true);
          }
          return true;
        }
        function validateProperties$2(type, props) {
          var invalidProps = [], key;
          for (key in props)
            validateProperty$1(type, key) || invalidProps.push(key);
          props = invalidProps.map(function(prop) {
            return "`" + prop + "`";
          }).join(", ");
          1 === invalidProps.length ? console.error(
            "Invalid aria prop %s on <%s> tag. For details, see https://react.dev/link/invalid-aria-props",
            props,
            type
          ) : 1 < invalidProps.length && console.error(
            "Invalid aria props %s on <%s> tag. For details, see https://react.dev/link/invalid-aria-props",
            props,
            type
          );
        }
        function validateProperty(tagName, name, value, eventRegistry) {
          if (hasOwnProperty.call(warnedProperties, name) && warnedProperties[name])
            return true;
          var lowerCasedName = name.toLowerCase();
          if ("onfocusin" === lowerCasedName || "onfocusout" === lowerCasedName)
            return console.error(
              "React uses onFocus and onBlur instead of onFocusIn and onFocusOut. All React events are normalized to bubble, so onFocusIn and onFocusOut are not needed/supported by React."
            ), warnedProperties[name] = true;
          if ("function" === typeof value && ("form" === tagName && "action" === name || "input" === tagName && "formAction" === name || "button" === tagName && "formAction" === name))
            return true;
          if (null != eventRegistry) {
            tagName = eventRegistry.possibleRegistrationNames;
            if (eventRegistry.registrationNameDependencies.hasOwnProperty(name))
              return true;
            eventRegistry = tagName.hasOwnProperty(lowerCasedName) ? tagName[lowerCasedName] : null;
            if (null != eventRegistry)
              return console.error(
                "Invalid event handler property `%s`. Did you mean `%s`?",
                name,
                eventRegistry
              ), warnedProperties[name] = true;
            if (EVENT_NAME_REGEX.test(name))
              return console.error(
                "Unknown event handler property `%s`. It will be ignored.",
                name
              ), warnedProperties[name] = true;
          } else if (EVENT_NAME_REGEX.test(name))
            return INVALID_EVENT_NAME_REGEX.test(name) && console.error(
              "Invalid event handler property `%s`. React events use the camelCase naming convention, for example `onClick`.",
              name
            ), warnedProperties[name] = true;
          if (rARIA.test(name) || rARIACamel.test(name)) return true;
          if ("innerhtml" === lowerCasedName)
            return console.error(
              "Directly setting property `innerHTML` is not permitted. For more information, lookup documentation on `dangerouslySetInnerHTML`."
            ), warnedProperties[name] = true;
          if ("aria" === lowerCasedName)
            return console.error(
              "The `aria` attribute is reserved for future use in React. Pass individual `aria-` attributes instead."
            ), warnedProperties[name] = true;
          if ("is" === lowerCasedName && null !== value && void 0 !== value && "string" !== typeof value)
            return console.error(
              "Received a `%s` for a string attribute `is`. If this is expected, cast the value to a string.",
              typeof value
            ), warnedProperties[name] = true;
          if ("number" === typeof value && isNaN(value))
            return console.error(
              "Received NaN for the `%s` attribute. If this is expected, cast the value to a string.",
              name
            ), warnedProperties[name] = true;
          if (possibleStandardNames.hasOwnProperty(lowerCasedName)) {
            if (lowerCasedName = possibleStandardNames[lowerCasedName], lowerCasedName !== name)
              return console.error(
                "Invalid DOM property `%s`. Did you mean `%s`?",
                name,
                lowerCasedName
              ), warnedProperties[name] = true;
          } else if (name !== lowerCasedName)
            return console.error(
              "React does not recognize the `%s` prop on a DOM element. If you intentionally want it to appear in the DOM as a custom attribute, spell it as lowercase `%s` instead. If you accidentally passed it from a parent component, remove it from the DOM element.",
              name,
              lowerCasedName
            ), warnedProperties[name] = true;
          switch (name) {
            case "dangerouslySetInnerHTML":
            case "children":
            case "style":
            case "suppressContentEditableWarning":
            case "suppressHydrationWarning":
            case "defaultValue":
            case "defaultChecked":
            case "innerHTML":
            case "ref":
              return true;
            case "innerText":
            case "textContent":
              return true;
          }
          switch (typeof value) {
            case "boolean":
              switch (name) {
                case "autoFocus":
                case "checked":
                case "multiple":
                case "muted":
                case "selected":
                case "contentEditable":
                case "spellCheck":
                case "draggable":
                case "value":
                case "autoReverse":
                case "externalResourcesRequired":
                case "focusable":
                case "preserveAlpha":
                case "allowFullScreen":
                case "async":
                case "autoPlay":
                case "controls":
                case "credentialless":
                case "default":
                case "defer":
                case "disabled":
                case "disablePictureInPicture":
                case "disableRemotePlayback":
                case "formNoValidate":
                case "hidden":
                case "loop":
                case "noModule":
                case "noValidate":
                case "open":
                case "playsInline":
                case "readOnly":
                case "required":
                case "reversed":
                case "scoped":
                case "seamless":
                case "itemScope":
                case "capture":
                case "download":
                case "inert":
                  return true;
                default:
                  lowerCasedName = name.toLowerCase().slice(0, 5);
                  if ("data-" === lowerCasedName || "aria-" === lowerCasedName)
                    return true;
                  value ? console.error(
                    'Received `%s` for a non-boolean attribute `%s`.\n\nIf you want to write it to the DOM, pass a string instead: %s="%s" or %s={value.toString()}.',
                    value,
                    name,
                    name,
                    value,
                    name
                  ) : console.error(
                    'Received `%s` for a non-boolean attribute `%s`.\n\nIf you want to write it to the DOM, pass a string instead: %s="%s" or %s={value.toString()}.\n\nIf you used to conditionally omit it with %s={condition && value}, pass %s={condition ? value : undefined} instead.',
                    value,
                    name,
                    name,
                    value,
                    name,
                    name,
                    name
                  );
                  return warnedProperties[name] = true;
              }
            case "function":
            case "symbol":
              return warnedProperties[name] = true, false;
            case "string":
              if ("false" === value || "true" === value) {
                switch (name) {
                  case "checked":
                  case "selected":
                  case "multiple":
                  case "muted":
                  case "allowFullScreen":
                  case "async":
                  case "autoPlay":
                  case "controls":
                  case "credentialless":
                  case "default":
                  case "defer":
                  case "disabled":
                  case "disablePictureInPicture":
                  case "disableRemotePlayback":
                  case "formNoValidate":
                  case "hidden":
                  case "loop":
                  case "noModule":
                  case "noValidate":
                  case "open":
                  case "playsInline":
                  case "readOnly":
                  case "required":
                  case "reversed":
                  case "scoped":
                  case "seamless":
                  case "itemScope":
                  case "inert":
                    break;
                  default:
                    return true;
                }
                console.error(
                  "Received the string `%s` for the boolean attribute `%s`. %s Did you mean %s={%s}?",
                  value,
                  name,
                  "false" === value ? "The browser will interpret it as a truthy value." : 'Although this works, it will not work as expected if you pass the string "false".',
                  name,
                  value
                );
                warnedProperties[name] = true;
              }
          }
          return true;
        }
        function warnUnknownProperties(type, props, eventRegistry) {
          var unknownProps = [], key;
          for (key in props)
            validateProperty(type, key, props[key], eventRegistry) || unknownProps.push(key);
          props = unknownProps.map(function(prop) {
            return "`" + prop + "`";
          }).join(", ");
          1 === unknownProps.length ? console.error(
            "Invalid value for prop %s on <%s> tag. Either remove it from the element, or pass a string or number value to keep it in the DOM. For details, see https://react.dev/link/attribute-behavior ",
            props,
            type
          ) : 1 < unknownProps.length && console.error(
            "Invalid values for props %s on <%s> tag. Either remove them from the element, or pass a string or number value to keep them in the DOM. For details, see https://react.dev/link/attribute-behavior ",
            props,
            type
          );
        }
        function camelize(string) {
          return string.replace(hyphenPattern, function(_, character) {
            return character.toUpperCase();
          });
        }
        function escapeTextForBrowser(text) {
          if ("boolean" === typeof text || "number" === typeof text || "bigint" === typeof text)
            return "" + text;
          checkHtmlStringCoercion(text);
          text = "" + text;
          var match = matchHtmlRegExp.exec(text);
          if (match) {
            var html = "", index, lastIndex = 0;
            for (index = match.index; index < text.length; index++) {
              switch (text.charCodeAt(index)) {
                case 34:
                  match = "&quot;";
                  break;
                case 38:
                  match = "&amp;";
                  break;
                case 39:
                  match = "&#x27;";
                  break;
                case 60:
                  match = "&lt;";
                  break;
                case 62:
                  match = "&gt;";
                  break;
                default:
                  continue;
              }
              lastIndex !== index && (html += text.slice(lastIndex, index));
              lastIndex = index + 1;
              html += match;
            }
            text = lastIndex !== index ? html + text.slice(lastIndex, index) : html;
          }
          return text;
        }
        function sanitizeURL(url) {
          return isJavaScriptProtocol.test("" + url) ? "javascript:throw new Error('React has blocked a javascript: URL as a security precaution.')" : url;
        }
        function escapeEntireInlineScriptContent(scriptText) {
          checkHtmlStringCoercion(scriptText);
          return ("" + scriptText).replace(scriptRegex, scriptReplacer);
        }
        function createResumableState(identifierPrefix, externalRuntimeConfig, bootstrapScriptContent, bootstrapScripts, bootstrapModules) {
          return {
            idPrefix: void 0 === identifierPrefix ? "" : identifierPrefix,
            nextFormID: 0,
            streamingFormat: 0,
            bootstrapScriptContent,
            bootstrapScripts,
            bootstrapModules,
            instructions: NothingSent,
            hasBody: false,
            hasHtml: false,
            unknownResources: {},
            dnsResources: {},
            connectResources: { default: {}, anonymous: {}, credentials: {} },
            imageResources: {},
            styleResources: {},
            scriptResources: {},
            moduleUnknownResources: {},
            moduleScriptResources: {}
          };
        }
        function createFormatContext(insertionMode, selectedValue, tagScope, viewTransition) {
          return {
            insertionMode,
            selectedValue,
            tagScope,
            viewTransition
          };
        }
        function getChildFormatContext(parentContext, type, props) {
          var subtreeScope = parentContext.tagScope & -25;
          switch (type) {
            case "noscript":
              return createFormatContext(HTML_MODE, null, subtreeScope | 1, null);
            case "select":
              return createFormatContext(
                HTML_MODE,
                null != props.value ? props.value : props.defaultValue,
                subtreeScope,
                null
              );
            case "svg":
              return createFormatContext(SVG_MODE, null, subtreeScope, null);
            case "picture":
              return createFormatContext(HTML_MODE, null, subtreeScope | 2, null);
            case "math":
              return createFormatContext(MATHML_MODE, null, subtreeScope, null);
            case "foreignObject":
              return createFormatContext(HTML_MODE, null, subtreeScope, null);
            case "table":
              return createFormatContext(HTML_TABLE_MODE, null, subtreeScope, null);
            case "thead":
            case "tbody":
            case "tfoot":
              return createFormatContext(
                HTML_TABLE_BODY_MODE,
                null,
                subtreeScope,
                null
              );
            case "colgroup":
              return createFormatContext(
                HTML_COLGROUP_MODE,
                null,
                subtreeScope,
                null
              );
            case "tr":
              return createFormatContext(
                HTML_TABLE_ROW_MODE,
                null,
                subtreeScope,
                null
              );
            case "head":
              if (parentContext.insertionMode < HTML_MODE)
                return createFormatContext(
                  HTML_HEAD_MODE,
                  null,
                  subtreeScope,
                  null
                );
              break;
            case "html":
              if (parentContext.insertionMode === ROOT_HTML_MODE)
                return createFormatContext(
                  HTML_HTML_MODE,
                  null,
                  subtreeScope,
                  null
                );
          }
          return parentContext.insertionMode >= HTML_TABLE_MODE || parentContext.insertionMode < HTML_MODE ? createFormatContext(HTML_MODE, null, subtreeScope, null) : null !== parentContext.viewTransition || parentContext.tagScope !== subtreeScope ? createFormatContext(
            parentContext.insertionMode,
            parentContext.selectedValue,
            subtreeScope,
            null
          ) : parentContext;
        }
        function getSuspenseViewTransition(parentViewTransition) {
          return null === parentViewTransition ? null : {
            update: parentViewTransition.update,
            enter: "none",
            exit: "none",
            share: parentViewTransition.update,
            parentEnter: "none",
            parentExit: "none",
            name: parentViewTransition.autoName,
            autoName: parentViewTransition.autoName,
            nameIdx: 0
          };
        }
        function getSuspenseFallbackFormatContext(resumableState, parentContext) {
          parentContext.tagScope & 32 && (resumableState.instructions |= NeedUpgradeToViewTransitions);
          return createFormatContext(
            parentContext.insertionMode,
            parentContext.selectedValue,
            parentContext.tagScope | 12,
            getSuspenseViewTransition(parentContext.viewTransition)
          );
        }
        function getSuspenseContentFormatContext(resumableState, parentContext) {
          resumableState = getSuspenseViewTransition(parentContext.viewTransition);
          var subtreeScope = parentContext.tagScope | 16;
          null !== resumableState && "none" !== resumableState.share && (subtreeScope |= 64);
          return createFormatContext(
            parentContext.insertionMode,
            parentContext.selectedValue,
            subtreeScope,
            resumableState
          );
        }
        function makeId(resumableState, treeId, localId) {
          resumableState = "_" + resumableState.idPrefix + "R_" + treeId;
          0 < localId && (resumableState += "H" + localId.toString(32));
          return resumableState + "_";
        }
        function pushViewTransitionAttributes(target, formatContext) {
          formatContext = formatContext.viewTransition;
          null !== formatContext && ("auto" !== formatContext.name && (pushStringAttribute(
            target,
            "vt-name",
            0 === formatContext.nameIdx ? formatContext.name : formatContext.name + "_" + formatContext.nameIdx
          ), formatContext.nameIdx++), pushStringAttribute(target, "vt-update", formatContext.update), "none" !== formatContext.enter && pushStringAttribute(target, "vt-enter", formatContext.enter), "none" !== formatContext.exit && pushStringAttribute(target, "vt-exit", formatContext.exit), "none" !== formatContext.share && pushStringAttribute(target, "vt-share", formatContext.share));
        }
        function pushStyleAttribute(target, style) {
          if ("object" !== typeof style)
            throw Error(
              "The `style` prop expects a mapping from style properties to values, not a string. For example, style={{marginRight: spacing + 'em'}} when using JSX."
            );
          var isFirst = true, styleName;
          for (styleName in style)
            if (hasOwnProperty.call(style, styleName)) {
              var styleValue = style[styleName];
              if (null != styleValue && "boolean" !== typeof styleValue && "" !== styleValue) {
                if (0 === styleName.indexOf("--")) {
                  var nameChunk = escapeTextForBrowser(styleName);
                  checkCSSPropertyStringCoercion(styleValue, styleName);
                  styleValue = escapeTextForBrowser(("" + styleValue).trim());
                } else {
                  nameChunk = styleName;
                  var value = styleValue;
                  if (-1 < nameChunk.indexOf("-")) {
                    var name = nameChunk;
                    warnedStyleNames.hasOwnProperty(name) && warnedStyleNames[name] || (warnedStyleNames[name] = true, console.error(
                      "Unsupported style property %s. Did you mean %s?",
                      name,
                      camelize(name.replace(msPattern$1, "ms-"))
                    ));
                  } else if (badVendoredStyleNamePattern.test(nameChunk))
                    name = nameChunk, warnedStyleNames.hasOwnProperty(name) && warnedStyleNames[name] || (warnedStyleNames[name] = true, console.error(
                      "Unsupported vendor-prefixed style property %s. Did you mean %s?",
                      name,
                      name.charAt(0).toUpperCase() + name.slice(1)
                    ));
                  else if (badStyleValueWithSemicolonPattern.test(value)) {
                    name = nameChunk;
                    var value$jscomp$0 = value;
                    warnedStyleValues.hasOwnProperty(value$jscomp$0) && warnedStyleValues[value$jscomp$0] || (warnedStyleValues[value$jscomp$0] = true, console.error(
                      `Style property values shouldn't contain a semicolon. Try "%s: %s" instead.`,
                      name,
                      value$jscomp$0.replace(
                        badStyleValueWithSemicolonPattern,
                        ""
                      )
                    ));
                  }
                  "number" === typeof value && (isNaN(value) ? warnedForNaNValue || (warnedForNaNValue = true, console.error(
                    "`NaN` is an invalid value for the `%s` css style property.",
                    nameChunk
                  )) : isFinite(value) || warnedForInfinityValue || (warnedForInfinityValue = true, console.error(
                    "`Infinity` is an invalid value for the `%s` css style property.",
                    nameChunk
                  )));
                  nameChunk = styleName;
                  value = styleNameCache.get(nameChunk);
                  void 0 !== value ? nameChunk = value : (value = escapeTextForBrowser(
                    nameChunk.replace(uppercasePattern, "-$1").toLowerCase().replace(msPattern, "-ms-")
                  ), styleNameCache.set(nameChunk, value), nameChunk = value);
                  "number" === typeof styleValue ? styleValue = 0 === styleValue || unitlessNumbers.has(styleName) ? "" + styleValue : styleValue + "px" : (checkCSSPropertyStringCoercion(styleValue, styleName), styleValue = escapeTextForBrowser(
                    ("" + styleValue).trim()
                  ));
                }
                isFirst ? (isFirst = false, target.push(
                  styleAttributeStart,
                  nameChunk,
                  styleAssign,
                  styleValue
                )) : target.push(styleSeparator, nameChunk, styleAssign, styleValue);
              }
            }
          isFirst || target.push(attributeEnd);
        }
        function pushBooleanAttribute(target, name, value) {
          value && "function" !== typeof value && "symbol" !== typeof value && target.push(attributeSeparator, name, attributeEmptyString);
        }
        function pushStringAttribute(target, name, value) {
          "function" !== typeof value && "symbol" !== typeof value && "boolean" !== typeof value && target.push(
            attributeSeparator,
            name,
            attributeAssign,
            escapeTextForBrowser(value),
            attributeEnd
          );
        }
        function pushAdditionalFormField(value, key) {
          this.push('<input type="hidden"');
          validateAdditionalFormField(value);
          pushStringAttribute(this, "name", key);
          pushStringAttribute(this, "value", value);
          this.push(endOfStartTagSelfClosing);
        }
        function validateAdditionalFormField(value) {
          if ("string" !== typeof value)
            throw Error(
              "File/Blob fields are not yet supported in progressive forms. Will fallback to client hydration."
            );
        }
        function getCustomFormFields(resumableState, formAction) {
          if ("function" === typeof formAction.$$FORM_ACTION) {
            var id = resumableState.nextFormID++;
            resumableState = resumableState.idPrefix + id;
            try {
              var customFields = formAction.$$FORM_ACTION(resumableState);
              if (customFields) {
                var formData = customFields.data;
                null != formData && formData.forEach(validateAdditionalFormField);
              }
              return customFields;
            } catch (x) {
              if ("object" === typeof x && null !== x && "function" === typeof x.then)
                throw x;
              console.error(
                "Failed to serialize an action for progressive enhancement:\n%s",
                x
              );
            }
          }
          return null;
        }
        function pushFormActionAttribute(target, resumableState, renderState, formAction, formEncType, formMethod, formTarget, name) {
          var formData = null;
          if ("function" === typeof formAction) {
            null === name || didWarnFormActionName || (didWarnFormActionName = true, console.error(
              'Cannot specify a "name" prop for a button that specifies a function as a formAction. React needs it to encode which action should be invoked. It will get overridden.'
            ));
            null === formEncType && null === formMethod || didWarnFormActionMethod || (didWarnFormActionMethod = true, console.error(
              "Cannot specify a formEncType or formMethod for a button that specifies a function as a formAction. React provides those automatically. They will get overridden."
            ));
            null === formTarget || didWarnFormActionTarget || (didWarnFormActionTarget = true, console.error(
              "Cannot specify a formTarget for a button that specifies a function as a formAction. The function will always be executed in the same window."
            ));
            var customFields = getCustomFormFields(resumableState, formAction);
            null !== customFields ? (name = customFields.name, formAction = customFields.action || "", formEncType = customFields.encType, formMethod = customFields.method, formTarget = customFields.target, formData = customFields.data) : (target.push(
              attributeSeparator,
              "formAction",
              attributeAssign,
              actionJavaScriptURL,
              attributeEnd
            ), formTarget = formMethod = formEncType = formAction = name = null, injectFormReplayingRuntime(resumableState, renderState));
          }
          null != name && pushAttribute(target, "name", name);
          null != formAction && pushAttribute(target, "formAction", formAction);
          null != formEncType && pushAttribute(target, "formEncType", formEncType);
          null != formMethod && pushAttribute(target, "formMethod", formMethod);
          null != formTarget && pushAttribute(target, "formTarget", formTarget);
          return formData;
        }
        function pushAttribute(target, name, value) {
          switch (name) {
            case "className":
              pushStringAttribute(target, "class", value);
              break;
            case "tabIndex":
              pushStringAttribute(target, "tabindex", value);
              break;
            case "dir":
            case "role":
            case "viewBox":
            case "width":
            case "height":
              pushStringAttribute(target, name, value);
              break;
            case "style":
              pushStyleAttribute(target, value);
              break;
            case "src":
            case "href":
              if ("" === value) {
                "src" === name ? console.error(
                  'An empty string ("") was passed to the %s attribute. This may cause the browser to download the whole page again over the network. To fix this, either do not render the element at all or pass null to %s instead of an empty string.',
                  name,
                  name
                ) : console.error(
                  'An empty string ("") was passed to the %s attribute. To fix this, either do not render the element at all or pass null to %s instead of an empty string.',
                  name,
                  name
                );
                break;
              }
            case "action":
            case "formAction":
              if (null == value || "function" === typeof value || "symbol" === typeof value || "boolean" === typeof value)
                break;
              checkAttributeStringCoercion(value, name);
              value = sanitizeURL("" + value);
              target.push(
                attributeSeparator,
                name,
                attributeAssign,
                escapeTextForBrowser(value),
                attributeEnd
              );
              break;
            case "defaultValue":
            case "defaultChecked":
            case "innerHTML":
            case "suppressContentEditableWarning":
            case "suppressHydrationWarning":
            case "ref":
              break;
            case "autoFocus":
            case "multiple":
            case "muted":
              pushBooleanAttribute(target, name.toLowerCase(), value);
              break;
            case "xlinkHref":
              if ("function" === typeof value || "symbol" === typeof value || "boolean" === typeof value)
                break;
              checkAttributeStringCoercion(value, name);
              value = sanitizeURL("" + value);
              target.push(
                attributeSeparator,
                "xlink:href",
                attributeAssign,
                escapeTextForBrowser(value),
                attributeEnd
              );
              break;
            case "contentEditable":
            case "spellCheck":
            case "draggable":
            case "value":
            case "autoReverse":
            case "externalResourcesRequired":
            case "focusable":
            case "preserveAlpha":
              "function" !== typeof value && "symbol" !== typeof value && target.push(
                attributeSeparator,
                name,
                attributeAssign,
                escapeTextForBrowser(value),
                attributeEnd
              );
              break;
            case "inert":
              "" !== value || didWarnForNewBooleanPropsWithEmptyValue[name] || (didWarnForNewBooleanPropsWithEmptyValue[name] = true, console.error(
                "Received an empty string for a boolean attribute `%s`. This will treat the attribute as if it were false. Either pass `false` to silence this warning, or pass `true` if you used an empty string in earlier versions of React to indicate this attribute is true.",
                name
              ));
            case "allowFullScreen":
            case "async":
            case "autoPlay":
            case "controls":
            case "credentialless":
            case "default":
            case "defer":
            case "disabled":
            case "disablePictureInPicture":
            case "disableRemotePlayback":
            case "formNoValidate":
            case "hidden":
            case "loop":
            case "noModule":
            case "noValidate":
            case "open":
            case "playsInline":
            case "readOnly":
            case "required":
            case "reversed":
            case "scoped":
            case "seamless":
            case "itemScope":
              value && "function" !== typeof value && "symbol" !== typeof value && target.push(attributeSeparator, name, attributeEmptyString);
              break;
            case "capture":
            case "download":
              true === value ? target.push(attributeSeparator, name, attributeEmptyString) : false !== value && "function" !== typeof value && "symbol" !== typeof value && target.push(
                attributeSeparator,
                name,
                attributeAssign,
                escapeTextForBrowser(value),
                attributeEnd
              );
              break;
            case "cols":
            case "rows":
            case "size":
            case "span":
              "function" !== typeof value && "symbol" !== typeof value && !isNaN(value) && 1 <= value && target.push(
                attributeSeparator,
                name,
                attributeAssign,
                escapeTextForBrowser(value),
                attributeEnd
              );
              break;
            case "rowSpan":
            case "start":
              "function" === typeof value || "symbol" === typeof value || isNaN(value) || target.push(
                attributeSeparator,
                name,
                attributeAssign,
                escapeTextForBrowser(value),
                attributeEnd
              );
              break;
            case "xlinkActuate":
              pushStringAttribute(target, "xlink:actuate", value);
              break;
            case "xlinkArcrole":
              pushStringAttribute(target, "xlink:arcrole", value);
              break;
            case "xlinkRole":
              pushStringAttribute(target, "xlink:role", value);
              break;
            case "xlinkShow":
              pushStringAttribute(target, "xlink:show", value);
              break;
            case "xlinkTitle":
              pushStringAttribute(target, "xlink:title", value);
              break;
            case "xlinkType":
              pushStringAttribute(target, "xlink:type", value);
              break;
            case "xmlBase":
              pushStringAttribute(target, "xml:base", value);
              break;
            case "xmlLang":
              pushStringAttribute(target, "xml:lang", value);
              break;
            case "xmlSpace":
              pushStringAttribute(target, "xml:space", value);
              break;
            default:
              if (!(2 < name.length) || "o" !== name[0] && "O" !== name[0] || "n" !== name[1] && "N" !== name[1]) {
                if (name = aliases.get(name) || name, isAttributeNameSafe(name)) {
                  switch (typeof value) {
                    case "function":
                    case "symbol":
                      return;
                    case "boolean":
                      var prefix2 = name.toLowerCase().slice(0, 5);
                      if ("data-" !== prefix2 && "aria-" !== prefix2) return;
                  }
                  target.push(
                    attributeSeparator,
                    name,
                    attributeAssign,
                    escapeTextForBrowser(value),
                    attributeEnd
                  );
                }
              }
          }
        }
        function pushInnerHTML(target, innerHTML, children) {
          if (null != innerHTML) {
            if (null != children)
              throw Error(
                "Can only set one of `children` or `props.dangerouslySetInnerHTML`."
              );
            if ("object" !== typeof innerHTML || !("__html" in innerHTML))
              throw Error(
                "`props.dangerouslySetInnerHTML` must be in the form `{__html: ...}`. Please visit https://react.dev/link/dangerously-set-inner-html for more information."
              );
            innerHTML = innerHTML.__html;
            null !== innerHTML && void 0 !== innerHTML && (checkHtmlStringCoercion(innerHTML), target.push("" + innerHTML));
          }
        }
        function checkSelectProp(props, propName) {
          var value = props[propName];
          null != value && (value = isArrayImpl(value), props.multiple && !value ? console.error(
            "The `%s` prop supplied to <select> must be an array if `multiple` is true.",
            propName
          ) : !props.multiple && value && console.error(
            "The `%s` prop supplied to <select> must be a scalar value if `multiple` is false.",
            propName
          ));
        }
        function flattenOptionChildren(children) {
          var content = "";
          React.Children.forEach(children, function(child) {
            null != child && (content += child, didWarnInvalidOptionChildren || "string" === typeof child || "number" === typeof child || "bigint" === typeof child || (didWarnInvalidOptionChildren = true, console.error(
              "Cannot infer the option value of complex children. Pass a `value` prop or use a plain string as children to <option>."
            )));
          });
          return content;
        }
        function injectFormReplayingRuntime(resumableState, renderState) {
          if ((resumableState.instructions & 16) === NothingSent) {
            resumableState.instructions |= 16;
            var preamble = renderState.preamble, bootstrapChunks = renderState.bootstrapChunks;
            (preamble.htmlChunks || preamble.headChunks) && 0 === bootstrapChunks.length ? (bootstrapChunks.push(renderState.startInlineScript), pushCompletedShellIdAttribute(bootstrapChunks, resumableState), bootstrapChunks.push(
              endOfStartTag,
              formReplayingRuntimeScript,
              endInlineScript
            )) : bootstrapChunks.unshift(
              renderState.startInlineScript,
              endOfStartTag,
              formReplayingRuntimeScript,
              endInlineScript
            );
          }
        }
        function pushLinkImpl(target, props) {
          target.push(startChunkForTag("link"));
          for (var propKey in props)
            if (hasOwnProperty.call(props, propKey)) {
              var propValue = props[propKey];
              if (null != propValue)
                switch (propKey) {
                  case "children":
                  case "dangerouslySetInnerHTML":
                    throw Error(
                      "link is a self-closing tag and must neither have `children` nor use `dangerouslySetInnerHTML`."
                    );
                  default:
                    pushAttribute(target, propKey, propValue);
                }
            }
          target.push(endOfStartTagSelfClosing);
          return null;
        }
        function escapeStyleTextContent(styleText) {
          checkHtmlStringCoercion(styleText);
          return ("" + styleText).replace(styleRegex, styleReplacer);
        }
        function pushSelfClosing(target, props, tag, formatContext) {
          target.push(startChunkForTag(tag));
          for (var propKey in props)
            if (hasOwnProperty.call(props, propKey)) {
              var propValue = props[propKey];
              if (null != propValue)
                switch (propKey) {
                  case "children":
                  case "dangerouslySetInnerHTML":
                    throw Error(
                      tag + " is a self-closing tag and must neither have `children` nor use `dangerouslySetInnerHTML`."
                    );
                  default:
                    pushAttribute(target, propKey, propValue);
                }
            }
          pushViewTransitionAttributes(target, formatContext);
          target.push(endOfStartTagSelfClosing);
          return null;
        }
        function pushTitleImpl(target, props) {
          target.push(startChunkForTag("title"));
          var children = null, innerHTML = null, propKey;
          for (propKey in props)
            if (hasOwnProperty.call(props, propKey)) {
              var propValue = props[propKey];
              if (null != propValue)
                switch (propKey) {
                  case "children":
                    children = propValue;
                    break;
                  case "dangerouslySetInnerHTML":
                    innerHTML = propValue;
                    break;
                  default:
                    pushAttribute(target, propKey, propValue);
                }
            }
          target.push(endOfStartTag);
          props = Array.isArray(children) ? 2 > children.length ? children[0] : null : children;
          "function" !== typeof props && "symbol" !== typeof props && null !== props && void 0 !== props && target.push(escapeTextForBrowser("" + props));
          pushInnerHTML(target, innerHTML, children);
          target.push(endChunkForTag("title"));
          return null;
        }
        function pushScriptImpl(target, props) {
          target.push(startChunkForTag("script"));
          var children = null, innerHTML = null, propKey;
          for (propKey in props)
            if (hasOwnProperty.call(props, propKey)) {
              var propValue = props[propKey];
              if (null != propValue)
                switch (propKey) {
                  case "children":
                    children = propValue;
                    break;
                  case "dangerouslySetInnerHTML":
                    innerHTML = propValue;
                    break;
                  default:
                    pushAttribute(target, propKey, propValue);
                }
            }
          target.push(endOfStartTag);
          null != children && "string" !== typeof children && (props = "number" === typeof children ? "a number for children" : Array.isArray(children) ? "an array for children" : "something unexpected for children", console.error(
            "A script element was rendered with %s. If script element has children it must be a single string. Consider using dangerouslySetInnerHTML or passing a plain string as children.",
            props
          ));
          pushInnerHTML(target, innerHTML, children);
          "string" === typeof children && target.push(escapeEntireInlineScriptContent(children));
          target.push(endChunkForTag("script"));
          return null;
        }
        function pushStartSingletonElement(target, props, tag, formatContext) {
          target.push(startChunkForTag(tag));
          var innerHTML = tag = null, propKey;
          for (propKey in props)
            if (hasOwnProperty.call(props, propKey)) {
              var propValue = props[propKey];
              if (null != propValue)
                switch (propKey) {
                  case "children":
                    tag = propValue;
                    break;
                  case "dangerouslySetInnerHTML":
                    innerHTML = propValue;
                    break;
                  default:
                    pushAttribute(target, propKey, propValue);
                }
            }
          pushViewTransitionAttributes(target, formatContext);
          target.push(endOfStartTag);
          pushInnerHTML(target, innerHTML, tag);
          return tag;
        }
        function pushStartGenericElement(target, props, tag, formatContext) {
          target.push(startChunkForTag(tag));
          var innerHTML = tag = null, propKey;
          for (propKey in props)
            if (hasOwnProperty.call(props, propKey)) {
              var propValue = props[propKey];
              if (null != propValue)
                switch (propKey) {
                  case "children":
                    tag = propValue;
                    break;
                  case "dangerouslySetInnerHTML":
                    innerHTML = propValue;
                    break;
                  default:
                    pushAttribute(target, propKey, propValue);
                }
            }
          pushViewTransitionAttributes(target, formatContext);
          target.push(endOfStartTag);
          pushInnerHTML(target, innerHTML, tag);
          return "string" === typeof tag ? (target.push(escapeTextForBrowser(tag)), null) : tag;
        }
        function startChunkForTag(tag) {
          var tagStartChunk = validatedTagCache.get(tag);
          if (void 0 === tagStartChunk) {
            if (!VALID_TAG_REGEX.test(tag)) throw Error("Invalid tag: " + tag);
            tagStartChunk = "<" + tag;
            validatedTagCache.set(tag, tagStartChunk);
          }
          return tagStartChunk;
        }
        function pushStartInstance(target$jscomp$0, type, props, resumableState, renderState, preambleState, hoistableState, formatContext, textEmbedded) {
          validateProperties$2(type, props);
          "input" !== type && "textarea" !== type && "select" !== type || null == props || null !== props.value || didWarnValueNull || (didWarnValueNull = true, "select" === type && props.multiple ? console.error(
            "`value` prop on `%s` should not be null. Consider using an empty array when `multiple` is set to `true` to clear the component or `undefined` for uncontrolled components.",
            type
          ) : console.error(
            "`value` prop on `%s` should not be null. Consider using an empty string to clear the component or `undefined` for uncontrolled components.",
            type
          ));
          b: if (-1 === type.indexOf("-")) var JSCompiler_inline_result = false;
          else
            switch (type) {
              case "annotation-xml":
              case "color-profile":
              case "font-face":
              case "font-face-src":
              case "font-face-uri":
              case "font-face-format":
              case "font-face-name":
              case "missing-glyph":
                JSCompiler_inline_result = false;
                break b;
              default:
                JSCompiler_inline_result = true;
            }
          JSCompiler_inline_result || "string" === typeof props.is || warnUnknownProperties(type, props, null);
          !props.suppressContentEditableWarning && props.contentEditable && null != props.children && console.error(
            "A component is `contentEditable` and contains `children` managed by React. It is now your responsibility to guarantee that none of those nodes are unexpectedly modified or duplicated. This is probably not intentional."
          );
          formatContext.insertionMode !== SVG_MODE && formatContext.insertionMode !== MATHML_MODE && -1 === type.indexOf("-") && type.toLowerCase() !== type && console.error(
            "<%s /> is using incorrect casing. Use PascalCase for React components, or lowercase for HTML elements.",
            type
          );
          switch (type) {
            case "div":
            case "span":
            case "svg":
            case "path":
              break;
            case "a":
              target$jscomp$0.push(startChunkForTag("a"));
              var children = null, innerHTML = null, propKey;
              for (propKey in props)
                if (hasOwnProperty.call(props, propKey)) {
                  var propValue = props[propKey];
                  if (null != propValue)
                    switch (propKey) {
                      case "children":
                        children = propValue;
                        break;
                      case "dangerouslySetInnerHTML":
                        innerHTML = propValue;
                        break;
                      case "href":
                        "" === propValue ? pushStringAttribute(target$jscomp$0, "href", "") : pushAttribute(target$jscomp$0, propKey, propValue);
                        break;
                      default:
                        pushAttribute(target$jscomp$0, propKey, propValue);
                    }
                }
              pushViewTransitionAttributes(target$jscomp$0, formatContext);
              target$jscomp$0.push(endOfStartTag);
              pushInnerHTML(target$jscomp$0, innerHTML, children);
              if ("string" === typeof children) {
                target$jscomp$0.push(escapeTextForBrowser(children));
                var JSCompiler_inline_result$jscomp$0 = null;
              } else JSCompiler_inline_result$jscomp$0 = children;
              return JSCompiler_inline_result$jscomp$0;
            case "g":
            case "p":
            case "li":
              break;
            case "select":
              checkControlledValueProps("select", props);
              checkSelectProp(props, "value");
              checkSelectProp(props, "defaultValue");
              void 0 === props.value || void 0 === props.defaultValue || didWarnDefaultSelectValue || (console.error(
                "Select elements must be either controlled or uncontrolled (specify either the value prop, or the defaultValue prop, but not both). Decide between using a controlled or uncontrolled select element and remove one of these props. More info: https://react.dev/link/controlled-components"
              ), didWarnDefaultSelectValue = true);
              target$jscomp$0.push(startChunkForTag("select"));
              var children$jscomp$0 = null, innerHTML$jscomp$0 = null, propKey$jscomp$0;
              for (propKey$jscomp$0 in props)
                if (hasOwnProperty.call(props, propKey$jscomp$0)) {
                  var propValue$jscomp$0 = props[propKey$jscomp$0];
                  if (null != propValue$jscomp$0)
                    switch (propKey$jscomp$0) {
                      case "children":
                        children$jscomp$0 = propValue$jscomp$0;
                        break;
                      case "dangerouslySetInnerHTML":
                        innerHTML$jscomp$0 = propValue$jscomp$0;
                        break;
                      case "defaultValue":
                      case "value":
                        break;
                      default:
                        pushAttribute(
                          target$jscomp$0,
                          propKey$jscomp$0,
                          propValue$jscomp$0
                        );
                    }
                }
              pushViewTransitionAttributes(target$jscomp$0, formatContext);
              target$jscomp$0.push(endOfStartTag);
              pushInnerHTML(target$jscomp$0, innerHTML$jscomp$0, children$jscomp$0);
              return children$jscomp$0;
            case "option":
              var selectedValue = formatContext.selectedValue;
              target$jscomp$0.push(startChunkForTag("option"));
              var children$jscomp$1 = null, value = null, selected = null, innerHTML$jscomp$1 = null, propKey$jscomp$1;
              for (propKey$jscomp$1 in props)
                if (hasOwnProperty.call(props, propKey$jscomp$1)) {
                  var propValue$jscomp$1 = props[propKey$jscomp$1];
                  if (null != propValue$jscomp$1)
                    switch (propKey$jscomp$1) {
                      case "children":
                        children$jscomp$1 = propValue$jscomp$1;
                        break;
                      case "selected":
                        selected = propValue$jscomp$1;
                        didWarnSelectedSetOnOption || (console.error(
                          "Use the `defaultValue` or `value` props on <select> instead of setting `selected` on <option>."
                        ), didWarnSelectedSetOnOption = true);
                        break;
                      case "dangerouslySetInnerHTML":
                        innerHTML$jscomp$1 = propValue$jscomp$1;
                        break;
                      case "value":
                        value = propValue$jscomp$1;
                      default:
                        pushAttribute(
                          target$jscomp$0,
                          propKey$jscomp$1,
                          propValue$jscomp$1
                        );
                    }
                }
              if (null != selectedValue) {
                if (null !== value) {
                  checkAttributeStringCoercion(value, "value");
                  var stringValue = "" + value;
                } else
                  null === innerHTML$jscomp$1 || didWarnInvalidOptionInnerHTML || (didWarnInvalidOptionInnerHTML = true, console.error(
                    "Pass a `value` prop if you set dangerouslyInnerHTML so React knows which value should be selected."
                  )), stringValue = flattenOptionChildren(children$jscomp$1);
                if (isArrayImpl(selectedValue))
                  for (var i = 0; i < selectedValue.length; i++) {
                    if (checkAttributeStringCoercion(selectedValue[i], "value"), "" + selectedValue[i] === stringValue) {
                      target$jscomp$0.push(' selected=""');
                      break;
                    }
                  }
                else
                  checkAttributeStringCoercion(selectedValue, "select.value"), "" + selectedValue === stringValue && target$jscomp$0.push(' selected=""');
              } else selected && target$jscomp$0.push(' selected=""');
              target$jscomp$0.push(endOfStartTag);
              pushInnerHTML(target$jscomp$0, innerHTML$jscomp$1, children$jscomp$1);
              return children$jscomp$1;
            case "textarea":
              checkControlledValueProps("textarea", props);
              void 0 === props.value || void 0 === props.defaultValue || didWarnDefaultTextareaValue || (console.error(
                "Textarea elements must be either controlled or uncontrolled (specify either the value prop, or the defaultValue prop, but not both). Decide between using a controlled or uncontrolled textarea and remove one of these props. More info: https://react.dev/link/controlled-components"
              ), didWarnDefaultTextareaValue = true);
              target$jscomp$0.push(startChunkForTag("textarea"));
              var value$jscomp$0 = null, defaultValue = null, children$jscomp$2 = null, propKey$jscomp$2;
              for (propKey$jscomp$2 in props)
                if (hasOwnProperty.call(props, propKey$jscomp$2)) {
                  var propValue$jscomp$2 = props[propKey$jscomp$2];
                  if (null != propValue$jscomp$2)
                    switch (propKey$jscomp$2) {
                      case "children":
                        children$jscomp$2 = propValue$jscomp$2;
                        break;
                      case "value":
                        value$jscomp$0 = propValue$jscomp$2;
                        break;
                      case "defaultValue":
                        defaultValue = propValue$jscomp$2;
                        break;
                      case "dangerouslySetInnerHTML":
                        throw Error(
                          "`dangerouslySetInnerHTML` does not make sense on <textarea>."
                        );
                      default:
                        pushAttribute(
                          target$jscomp$0,
                          propKey$jscomp$2,
                          propValue$jscomp$2
                        );
                    }
                }
              null === value$jscomp$0 && null !== defaultValue && (value$jscomp$0 = defaultValue);
              pushViewTransitionAttributes(target$jscomp$0, formatContext);
              target$jscomp$0.push(endOfStartTag);
              if (null != children$jscomp$2) {
                console.error(
                  "Use the `defaultValue` or `value` props instead of setting children on <textarea>."
                );
                if (null != value$jscomp$0)
                  throw Error(
                    "If you supply `defaultValue` on a <textarea>, do not pass children."
                  );
                if (isArrayImpl(children$jscomp$2)) {
                  if (1 < children$jscomp$2.length)
                    throw Error("<textarea> can only have at most one child.");
                  checkHtmlStringCoercion(children$jscomp$2[0]);
                  value$jscomp$0 = "" + children$jscomp$2[0];
                }
                checkHtmlStringCoercion(children$jscomp$2);
                value$jscomp$0 = "" + children$jscomp$2;
              }
              "string" === typeof value$jscomp$0 && "\n" === value$jscomp$0[0] && target$jscomp$0.push(leadingNewline);
              null !== value$jscomp$0 && (checkAttributeStringCoercion(value$jscomp$0, "value"), target$jscomp$0.push(escapeTextForBrowser("" + value$jscomp$0)));
              return null;
            case "input":
              checkControlledValueProps("input", props);
              target$jscomp$0.push(startChunkForTag("input"));
              var name = null, formAction = null, formEncType = null, formMethod = null, formTarget = null, value$jscomp$1 = null, defaultValue$jscomp$0 = null, checked = null, defaultChecked = null, propKey$jscomp$3;
              for (propKey$jscomp$3 in props)
                if (hasOwnProperty.call(props, propKey$jscomp$3)) {
                  var propValue$jscomp$3 = props[propKey$jscomp$3];
                  if (null != propValue$jscomp$3)
                    switch (propKey$jscomp$3) {
                      case "children":
                      case "dangerouslySetInnerHTML":
                        throw Error(
                          "input is a self-closing tag and must neither have `children` nor use `dangerouslySetInnerHTML`."
                        );
                      case "name":
                        name = propValue$jscomp$3;
                        break;
                      case "formAction":
                        formAction = propValue$jscomp$3;
                        break;
                      case "formEncType":
                        formEncType = propValue$jscomp$3;
                        break;
                      case "formMethod":
                        formMethod = propValue$jscomp$3;
                        break;
                      case "formTarget":
                        formTarget = propValue$jscomp$3;
                        break;
                      case "defaultChecked":
                        defaultChecked = propValue$jscomp$3;
                        break;
                      case "defaultValue":
                        defaultValue$jscomp$0 = propValue$jscomp$3;
                        break;
                      case "checked":
                        checked = propValue$jscomp$3;
                        break;
                      case "value":
                        value$jscomp$1 = propValue$jscomp$3;
                        break;
                      default:
                        pushAttribute(
                          target$jscomp$0,
                          propKey$jscomp$3,
                          propValue$jscomp$3
                        );
                    }
                }
              null === formAction || "image" === props.type || "submit" === props.type || didWarnFormActionType || (didWarnFormActionType = true, console.error(
                'An input can only specify a formAction along with type="submit" or type="image".'
              ));
              var formData = pushFormActionAttribute(
                target$jscomp$0,
                resumableState,
                renderState,
                formAction,
                formEncType,
                formMethod,
                formTarget,
                name
              );
              null === checked || null === defaultChecked || didWarnDefaultChecked || (console.error(
                "%s contains an input of type %s with both checked and defaultChecked props. Input elements must be either controlled or uncontrolled (specify either the checked prop, or the defaultChecked prop, but not both). Decide between using a controlled or uncontrolled input element and remove one of these props. More info: https://react.dev/link/controlled-components",
                "A component",
                props.type
              ), didWarnDefaultChecked = true);
              null === value$jscomp$1 || null === defaultValue$jscomp$0 || didWarnDefaultInputValue || (console.error(
                "%s contains an input of type %s with both value and defaultValue props. Input elements must be either controlled or uncontrolled (specify either the value prop, or the defaultValue prop, but not both). Decide between using a controlled or uncontrolled input element and remove one of these props. More info: https://react.dev/link/controlled-components",
                "A component",
                props.type
              ), didWarnDefaultInputValue = true);
              null !== checked ? pushBooleanAttribute(target$jscomp$0, "checked", checked) : null !== defaultChecked && pushBooleanAttribute(target$jscomp$0, "checked", defaultChecked);
              null !== value$jscomp$1 ? pushAttribute(target$jscomp$0, "value", value$jscomp$1) : null !== defaultValue$jscomp$0 && pushAttribute(target$jscomp$0, "value", defaultValue$jscomp$0);
              pushViewTransitionAttributes(target$jscomp$0, formatContext);
              target$jscomp$0.push(endOfStartTagSelfClosing);
              null != formData && formData.forEach(pushAdditionalFormField, target$jscomp$0);
              return null;
            case "button":
              target$jscomp$0.push(startChunkForTag("button"));
              var children$jscomp$3 = null, innerHTML$jscomp$2 = null, name$jscomp$0 = null, formAction$jscomp$0 = null, formEncType$jscomp$0 = null, formMethod$jscomp$0 = null, formTarget$jscomp$0 = null, propKey$jscomp$4;
              for (propKey$jscomp$4 in props)
                if (hasOwnProperty.call(props, propKey$jscomp$4)) {
                  var propValue$jscomp$4 = props[propKey$jscomp$4];
                  if (null != propValue$jscomp$4)
                    switch (propKey$jscomp$4) {
                      case "children":
                        children$jscomp$3 = propValue$jscomp$4;
                        break;
                      case "dangerouslySetInnerHTML":
                        innerHTML$jscomp$2 = propValue$jscomp$4;
                        break;
                      case "name":
                        name$jscomp$0 = propValue$jscomp$4;
                        break;
                      case "formAction":
                        formAction$jscomp$0 = propValue$jscomp$4;
                        break;
                      case "formEncType":
                        formEncType$jscomp$0 = propValue$jscomp$4;
                        break;
                      case "formMethod":
                        formMethod$jscomp$0 = propValue$jscomp$4;
                        break;
                      case "formTarget":
                        formTarget$jscomp$0 = propValue$jscomp$4;
                        break;
                      default:
                        pushAttribute(
                          target$jscomp$0,
                          propKey$jscomp$4,
                          propValue$jscomp$4
                        );
                    }
                }
              null === formAction$jscomp$0 || null == props.type || "submit" === props.type || didWarnFormActionType || (didWarnFormActionType = true, console.error(
                'A button can only specify a formAction along with type="submit" or no type.'
              ));
              var formData$jscomp$0 = pushFormActionAttribute(
                target$jscomp$0,
                resumableState,
                renderState,
                formAction$jscomp$0,
                formEncType$jscomp$0,
                formMethod$jscomp$0,
                formTarget$jscomp$0,
                name$jscomp$0
              );
              pushViewTransitionAttributes(target$jscomp$0, formatContext);
              target$jscomp$0.push(endOfStartTag);
              null != formData$jscomp$0 && formData$jscomp$0.forEach(pushAdditionalFormField, target$jscomp$0);
              pushInnerHTML(target$jscomp$0, innerHTML$jscomp$2, children$jscomp$3);
              if ("string" === typeof children$jscomp$3) {
                target$jscomp$0.push(escapeTextForBrowser(children$jscomp$3));
                var JSCompiler_inline_result$jscomp$1 = null;
              } else JSCompiler_inline_result$jscomp$1 = children$jscomp$3;
              return JSCompiler_inline_result$jscomp$1;
            case "form":
              target$jscomp$0.push(startChunkForTag("form"));
              var children$jscomp$4 = null, innerHTML$jscomp$3 = null, formAction$jscomp$1 = null, formEncType$jscomp$1 = null, formMethod$jscomp$1 = null, formTarget$jscomp$1 = null, propKey$jscomp$5;
              for (propKey$jscomp$5 in props)
                if (hasOwnProperty.call(props, propKey$jscomp$5)) {
                  var propValue$jscomp$5 = props[propKey$jscomp$5];
                  if (null != propValue$jscomp$5)
                    switch (propKey$jscomp$5) {
                      case "children":
                        children$jscomp$4 = propValue$jscomp$5;
                        break;
                      case "dangerouslySetInnerHTML":
                        innerHTML$jscomp$3 = propValue$jscomp$5;
                        break;
                      case "action":
                        formAction$jscomp$1 = propValue$jscomp$5;
                        break;
                      case "encType":
                        formEncType$jscomp$1 = propValue$jscomp$5;
                        break;
                      case "method":
                        formMethod$jscomp$1 = propValue$jscomp$5;
                        break;
                      case "target":
                        formTarget$jscomp$1 = propValue$jscomp$5;
                        break;
                      default:
                        pushAttribute(
                          target$jscomp$0,
                          propKey$jscomp$5,
                          propValue$jscomp$5
                        );
                    }
                }
              var formData$jscomp$1 = null, formActionName = null;
              if ("function" === typeof formAction$jscomp$1) {
                null === formEncType$jscomp$1 && null === formMethod$jscomp$1 || didWarnFormActionMethod || (didWarnFormActionMethod = true, console.error(
                  "Cannot specify a encType or method for a form that specifies a function as the action. React provides those automatically. They will get overridden."
                ));
                null === formTarget$jscomp$1 || didWarnFormActionTarget || (didWarnFormActionTarget = true, console.error(
                  "Cannot specify a target for a form that specifies a function as the action. The function will always be executed in the same window."
                ));
                var customFields = getCustomFormFields(
                  resumableState,
                  formAction$jscomp$1
                );
                null !== customFields ? (formAction$jscomp$1 = customFields.action || "", formEncType$jscomp$1 = customFields.encType, formMethod$jscomp$1 = customFields.method, formTarget$jscomp$1 = customFields.target, formData$jscomp$1 = customFields.data, formActionName = customFields.name) : (target$jscomp$0.push(
                  attributeSeparator,
                  "action",
                  attributeAssign,
                  actionJavaScriptURL,
                  attributeEnd
                ), formTarget$jscomp$1 = formMethod$jscomp$1 = formEncType$jscomp$1 = formAction$jscomp$1 = null, injectFormReplayingRuntime(resumableState, renderState));
              }
              null != formAction$jscomp$1 && pushAttribute(target$jscomp$0, "action", formAction$jscomp$1);
              null != formEncType$jscomp$1 && pushAttribute(target$jscomp$0, "encType", formEncType$jscomp$1);
              null != formMethod$jscomp$1 && pushAttribute(target$jscomp$0, "method", formMethod$jscomp$1);
              null != formTarget$jscomp$1 && pushAttribute(target$jscomp$0, "target", formTarget$jscomp$1);
              pushViewTransitionAttributes(target$jscomp$0, formatContext);
              target$jscomp$0.push(endOfStartTag);
              null !== formActionName && (target$jscomp$0.push('<input type="hidden"'), pushStringAttribute(target$jscomp$0, "name", formActionName), target$jscomp$0.push(endOfStartTagSelfClosing), null != formData$jscomp$1 && formData$jscomp$1.forEach(
                pushAdditionalFormField,
                target$jscomp$0
              ));
              pushInnerHTML(target$jscomp$0, innerHTML$jscomp$3, children$jscomp$4);
              if ("string" === typeof children$jscomp$4) {
                target$jscomp$0.push(escapeTextForBrowser(children$jscomp$4));
                var JSCompiler_inline_result$jscomp$2 = null;
              } else JSCompiler_inline_result$jscomp$2 = children$jscomp$4;
              return JSCompiler_inline_result$jscomp$2;
            case "menuitem":
              target$jscomp$0.push(startChunkForTag("menuitem"));
              for (var propKey$jscomp$6 in props)
                if (hasOwnProperty.call(props, propKey$jscomp$6)) {
                  var propValue$jscomp$6 = props[propKey$jscomp$6];
                  if (null != propValue$jscomp$6)
                    switch (propKey$jscomp$6) {
                      case "children":
                      case "dangerouslySetInnerHTML":
                        throw Error(
                          "menuitems cannot have `children` nor `dangerouslySetInnerHTML`."
                        );
                      default:
                        pushAttribute(
                          target$jscomp$0,
                          propKey$jscomp$6,
                          propValue$jscomp$6
                        );
                    }
                }
              pushViewTransitionAttributes(target$jscomp$0, formatContext);
              target$jscomp$0.push(endOfStartTag);
              return null;
            case "object":
              target$jscomp$0.push(startChunkForTag("object"));
              var children$jscomp$5 = null, innerHTML$jscomp$4 = null, propKey$jscomp$7;
              for (propKey$jscomp$7 in props)
                if (hasOwnProperty.call(props, propKey$jscomp$7)) {
                  var propValue$jscomp$7 = props[propKey$jscomp$7];
                  if (null != propValue$jscomp$7)
                    switch (propKey$jscomp$7) {
                      case "children":
                        children$jscomp$5 = propValue$jscomp$7;
                        break;
                      case "dangerouslySetInnerHTML":
                        innerHTML$jscomp$4 = propValue$jscomp$7;
                        break;
                      case "data":
                        checkAttributeStringCoercion(propValue$jscomp$7, "data");
                        var sanitizedValue = sanitizeURL("" + propValue$jscomp$7);
                        if ("" === sanitizedValue) {
                          console.error(
                            'An empty string ("") was passed to the %s attribute. To fix this, either do not render the element at all or pass null to %s instead of an empty string.',
                            propKey$jscomp$7,
                            propKey$jscomp$7
                          );
                          break;
                        }
                        target$jscomp$0.push(
                          attributeSeparator,
                          "data",
                          attributeAssign,
                          escapeTextForBrowser(sanitizedValue),
                          attributeEnd
                        );
                        break;
                      default:
                        pushAttribute(
                          target$jscomp$0,
                          propKey$jscomp$7,
                          propValue$jscomp$7
                        );
                    }
                }
              pushViewTransitionAttributes(target$jscomp$0, formatContext);
              target$jscomp$0.push(endOfStartTag);
              pushInnerHTML(target$jscomp$0, innerHTML$jscomp$4, children$jscomp$5);
              if ("string" === typeof children$jscomp$5) {
                target$jscomp$0.push(escapeTextForBrowser(children$jscomp$5));
                var JSCompiler_inline_result$jscomp$3 = null;
              } else JSCompiler_inline_result$jscomp$3 = children$jscomp$5;
              return JSCompiler_inline_result$jscomp$3;
            case "title":
              var noscriptTagInScope = formatContext.tagScope & 1, isFallback = formatContext.tagScope & 4;
              if (hasOwnProperty.call(props, "children")) {
                var children$jscomp$6 = props.children, child = Array.isArray(children$jscomp$6) ? 2 > children$jscomp$6.length ? children$jscomp$6[0] : null : children$jscomp$6;
                Array.isArray(children$jscomp$6) && 1 < children$jscomp$6.length ? console.error(
                  "React expects the `children` prop of <title> tags to be a string, number, bigint, or object with a novel `toString` method but found an Array with length %s instead. Browsers treat all child Nodes of <title> tags as Text content and React expects to be able to convert `children` of <title> tags to a single string value which is why Arrays of length greater than 1 are not supported. When using JSX it can be common to combine text nodes and value nodes. For example: <title>hello {nameOfUser}</title>. While not immediately apparent, `children` in this case is an Array with length 2. If your `children` prop is using this form try rewriting it using a template string: <title>{`hello ${nameOfUser}`}</title>.",
                  children$jscomp$6.length
                ) : "function" === typeof child || "symbol" === typeof child ? console.error(
                  "React expect children of <title> tags to be a string, number, bigint, or object with a novel `toString` method but found %s instead. Browsers treat all child Nodes of <title> tags as Text content and React expects to be able to convert children of <title> tags to a single string value.",
                  "function" === typeof child ? "a Function" : "a Sybmol"
                ) : child && child.toString === {}.toString && (null != child.$$typeof ? console.error(
                  "React expects the `children` prop of <title> tags to be a string, number, bigint, or object with a novel `toString` method but found an object that appears to be a React element which never implements a suitable `toString` method. Browsers treat all child Nodes of <title> tags as Text content and React expects to be able to convert children of <title> tags to a single string value which is why rendering React elements is not supported. If the `children` of <title> is a React Component try moving the <title> tag into that component. If the `children` of <title> is some HTML markup change it to be Text only to be valid HTML."
                ) : console.error(
                  "React expects the `children` prop of <title> tags to be a string, number, bigint, or object with a novel `toString` method but found an object that does not implement a suitable `toString` method. Browsers treat all child Nodes of <title> tags as Text content and React expects to be able to convert children of <title> tags to a single string value. Using the default `toString` method available on every object is almost certainly an error. Consider whether the `children` of this <title> is an object in error and change it to a string or number value if so. Otherwise implement a `toString` method that React can use to produce a valid <title>."
                ));
              }
              if (formatContext.insertionMode === SVG_MODE || noscriptTagInScope || null != props.itemProp)
                var JSCompiler_inline_result$jscomp$4 = pushTitleImpl(
                  target$jscomp$0,
                  props
                );
              else
                isFallback ? JSCompiler_inline_result$jscomp$4 = null : (pushTitleImpl(renderState.hoistableChunks, props), JSCompiler_inline_result$jscomp$4 = void 0);
              return JSCompiler_inline_result$jscomp$4;
            case "link":
              var noscriptTagInScope$jscomp$0 = formatContext.tagScope & 1, isFallback$jscomp$0 = formatContext.tagScope & 4, rel = props.rel, href = props.href, precedence = props.precedence;
              if (formatContext.insertionMode === SVG_MODE || noscriptTagInScope$jscomp$0 || null != props.itemProp || "string" !== typeof rel || "string" !== typeof href || "" === href) {
                "stylesheet" === rel && "string" === typeof props.precedence && ("string" === typeof href && href || console.error(
                  'React encountered a `<link rel="stylesheet" .../>` with a `precedence` prop and expected the `href` prop to be a non-empty string but ecountered %s instead. If your intent was to have React hoist and deduplciate this stylesheet using the `precedence` prop ensure there is a non-empty string `href` prop as well, otherwise remove the `precedence` prop.',
                  null === href ? "`null`" : void 0 === href ? "`undefined`" : "" === href ? "an empty string" : 'something with type "' + typeof href + '"'
                ));
                pushLinkImpl(target$jscomp$0, props);
                var JSCompiler_inline_result$jscomp$5 = null;
              } else if ("stylesheet" === props.rel)
                if ("string" !== typeof precedence || null != props.disabled || props.onLoad || props.onError) {
                  if ("string" === typeof precedence) {
                    if (null != props.disabled)
                      console.error(
                        'React encountered a `<link rel="stylesheet" .../>` with a `precedence` prop and a `disabled` prop. The presence of the `disabled` prop indicates an intent to manage the stylesheet active state from your from your Component code and React will not hoist or deduplicate this stylesheet. If your intent was to have React hoist and deduplciate this stylesheet using the `precedence` prop remove the `disabled` prop, otherwise remove the `precedence` prop.'
                      );
                    else if (props.onLoad || props.onError) {
                      var propDescription = props.onLoad && props.onError ? "`onLoad` and `onError` props" : props.onLoad ? "`onLoad` prop" : "`onError` prop";
                      console.error(
                        'React encountered a `<link rel="stylesheet" .../>` with a `precedence` prop and %s. The presence of loading and error handlers indicates an intent to manage the stylesheet loading state from your from your Component code and React will not hoist or deduplicate this stylesheet. If your intent was to have React hoist and deduplciate this stylesheet using the `precedence` prop remove the %s, otherwise remove the `precedence` prop.',
                        propDescription,
                        propDescription
                      );
                    }
                  }
                  JSCompiler_inline_result$jscomp$5 = pushLinkImpl(
                    target$jscomp$0,
                    props
                  );
                } else {
                  var styleQueue = renderState.styles.get(precedence), resourceState = resumableState.styleResources.hasOwnProperty(
                    href
                  ) ? resumableState.styleResources[href] : void 0;
                  if (resourceState !== EXISTS) {
                    resumableState.styleResources[href] = EXISTS;
                    styleQueue || (styleQueue = {
                      precedence: escapeTextForBrowser(precedence),
                      rules: [],
                      hrefs: [],
                      sheets: /* @__PURE__ */ new Map()
                    }, renderState.styles.set(precedence, styleQueue));
                    var resource = {
                      state: PENDING$1,
                      props: assign({}, props, {
                        "data-precedence": props.precedence,
                        precedence: null
                      })
                    };
                    if (resourceState) {
                      2 === resourceState.length && adoptPreloadCredentials(resource.props, resourceState);
                      var preloadResource = renderState.preloads.stylesheets.get(href);
                      preloadResource && 0 < preloadResource.length ? preloadResource.length = 0 : resource.state = PRELOADED;
                    }
                    styleQueue.sheets.set(href, resource);
                    hoistableState && hoistableState.stylesheets.add(resource);
                  } else if (styleQueue) {
                    var _resource = styleQueue.sheets.get(href);
                    _resource && hoistableState && hoistableState.stylesheets.add(_resource);
                  }
                  textEmbedded && target$jscomp$0.push("<!-- -->");
                  JSCompiler_inline_result$jscomp$5 = null;
                }
              else
                props.onLoad || props.onError ? JSCompiler_inline_result$jscomp$5 = pushLinkImpl(
                  target$jscomp$0,
                  props
                ) : (textEmbedded && target$jscomp$0.push("<!-- -->"), JSCompiler_inline_result$jscomp$5 = isFallback$jscomp$0 ? null : pushLinkImpl(renderState.hoistableChunks, props));
              return JSCompiler_inline_result$jscomp$5;
            case "script":
              var noscriptTagInScope$jscomp$1 = formatContext.tagScope & 1, asyncProp = props.async;
              if ("string" !== typeof props.src || !props.src || !asyncProp || "function" === typeof asyncProp || "symbol" === typeof asyncProp || props.onLoad || props.onError || formatContext.insertionMode === SVG_MODE || noscriptTagInScope$jscomp$1 || null != props.itemProp)
                var JSCompiler_inline_result$jscomp$6 = pushScriptImpl(
                  target$jscomp$0,
                  props
                );
              else {
                var key = props.src;
                if ("module" === props.type) {
                  var resources = resumableState.moduleScriptResources;
                  var preloads = renderState.preloads.moduleScripts;
                } else
                  resources = resumableState.scriptResources, preloads = renderState.preloads.scripts;
                var resourceState$jscomp$0 = resources.hasOwnProperty(key) ? resources[key] : void 0;
                if (resourceState$jscomp$0 !== EXISTS) {
                  resources[key] = EXISTS;
                  var scriptProps = props;
                  if (resourceState$jscomp$0) {
                    2 === resourceState$jscomp$0.length && (scriptProps = assign({}, props), adoptPreloadCredentials(scriptProps, resourceState$jscomp$0));
                    var preloadResource$jscomp$0 = preloads.get(key);
                    preloadResource$jscomp$0 && (preloadResource$jscomp$0.length = 0);
                  }
                  var resource$jscomp$0 = [];
                  renderState.scripts.add(resource$jscomp$0);
                  pushScriptImpl(resource$jscomp$0, scriptProps);
                }
                textEmbedded && target$jscomp$0.push("<!-- -->");
                JSCompiler_inline_result$jscomp$6 = null;
              }
              return JSCompiler_inline_result$jscomp$6;
            case "style":
              var noscriptTagInScope$jscomp$2 = formatContext.tagScope & 1;
              if (hasOwnProperty.call(props, "children")) {
                var children$jscomp$7 = props.children, child$jscomp$0 = Array.isArray(children$jscomp$7) ? 2 > children$jscomp$7.length ? children$jscomp$7[0] : null : children$jscomp$7;
                ("function" === typeof child$jscomp$0 || "symbol" === typeof child$jscomp$0 || Array.isArray(child$jscomp$0)) && console.error(
                  "React expect children of <style> tags to be a string, number, or object with a `toString` method but found %s instead. In browsers style Elements can only have `Text` Nodes as children.",
                  "function" === typeof child$jscomp$0 ? "a Function" : "symbol" === typeof child$jscomp$0 ? "a Sybmol" : "an Array"
                );
              }
              var precedence$jscomp$0 = props.precedence, href$jscomp$0 = props.href, nonce = props.nonce;
              if (formatContext.insertionMode === SVG_MODE || noscriptTagInScope$jscomp$2 || null != props.itemProp || "string" !== typeof precedence$jscomp$0 || "string" !== typeof href$jscomp$0 || "" === href$jscomp$0) {
                target$jscomp$0.push(startChunkForTag("style"));
                var children$jscomp$8 = null, innerHTML$jscomp$5 = null, propKey$jscomp$8;
                for (propKey$jscomp$8 in props)
                  if (hasOwnProperty.call(props, propKey$jscomp$8)) {
                    var propValue$jscomp$8 = props[propKey$jscomp$8];
                    if (null != propValue$jscomp$8)
                      switch (propKey$jscomp$8) {
                        case "children":
                          children$jscomp$8 = propValue$jscomp$8;
                          break;
                        case "dangerouslySetInnerHTML":
                          innerHTML$jscomp$5 = propValue$jscomp$8;
                          break;
                        default:
                          pushAttribute(
                            target$jscomp$0,
                            propKey$jscomp$8,
                            propValue$jscomp$8
                          );
                      }
                  }
                target$jscomp$0.push(endOfStartTag);
                var child$jscomp$1 = Array.isArray(children$jscomp$8) ? 2 > children$jscomp$8.length ? children$jscomp$8[0] : null : children$jscomp$8;
                "function" !== typeof child$jscomp$1 && "symbol" !== typeof child$jscomp$1 && null !== child$jscomp$1 && void 0 !== child$jscomp$1 && target$jscomp$0.push(escapeStyleTextContent(child$jscomp$1));
                pushInnerHTML(
                  target$jscomp$0,
                  innerHTML$jscomp$5,
                  children$jscomp$8
                );
                target$jscomp$0.push(endChunkForTag("style"));
                var JSCompiler_inline_result$jscomp$7 = null;
              } else {
                href$jscomp$0.includes(" ") && console.error(
                  'React expected the `href` prop for a <style> tag opting into hoisting semantics using the `precedence` prop to not have any spaces but ecountered spaces instead. using spaces in this prop will cause hydration of this style to fail on the client. The href for the <style> where this ocurred is "%s".',
                  href$jscomp$0
                );
                var styleQueue$jscomp$0 = renderState.styles.get(precedence$jscomp$0), resourceState$jscomp$1 = resumableState.styleResources.hasOwnProperty(href$jscomp$0) ? resumableState.styleResources[href$jscomp$0] : void 0;
                if (resourceState$jscomp$1 !== EXISTS) {
                  resumableState.styleResources[href$jscomp$0] = EXISTS;
                  resourceState$jscomp$1 && console.error(
                    'React encountered a hoistable style tag for the same href as a preload: "%s". When using a style tag to inline styles you should not also preload it as a stylsheet.',
                    href$jscomp$0
                  );
                  styleQueue$jscomp$0 || (styleQueue$jscomp$0 = {
                    precedence: escapeTextForBrowser(precedence$jscomp$0),
                    rules: [],
                    hrefs: [],
                    sheets: /* @__PURE__ */ new Map()
                  }, renderState.styles.set(
                    precedence$jscomp$0,
                    styleQueue$jscomp$0
                  ));
                  var nonceStyle = renderState.nonce.style;
                  if (nonceStyle && nonceStyle !== nonce)
                    console.error(
                      'React encountered a style tag with `precedence` "%s" and `nonce` "%s". When React manages style rules using `precedence` it will only include rules if the nonce matches the style nonce "%s" that was included with this render.',
                      precedence$jscomp$0,
                      nonce,
                      nonceStyle
                    );
                  else {
                    !nonceStyle && nonce && console.error(
                      'React encountered a style tag with `precedence` "%s" and `nonce` "%s". When React manages style rules using `precedence` it will only include a nonce attributes if you also provide the same style nonce value as a render option.',
                      precedence$jscomp$0,
                      nonce
                    );
                    styleQueue$jscomp$0.hrefs.push(
                      escapeTextForBrowser(href$jscomp$0)
                    );
                    var target = styleQueue$jscomp$0.rules, children$jscomp$9 = null, innerHTML$jscomp$6 = null, propKey$jscomp$9;
                    for (propKey$jscomp$9 in props)
                      if (hasOwnProperty.call(props, propKey$jscomp$9)) {
                        var propValue$jscomp$9 = props[propKey$jscomp$9];
                        if (null != propValue$jscomp$9)
                          switch (propKey$jscomp$9) {
                            case "children":
                              children$jscomp$9 = propValue$jscomp$9;
                              break;
                            case "dangerouslySetInnerHTML":
                              innerHTML$jscomp$6 = propValue$jscomp$9;
                          }
                      }
                    var child$jscomp$2 = Array.isArray(children$jscomp$9) ? 2 > children$jscomp$9.length ? children$jscomp$9[0] : null : children$jscomp$9;
                    "function" !== typeof child$jscomp$2 && "symbol" !== typeof child$jscomp$2 && null !== child$jscomp$2 && void 0 !== child$jscomp$2 && target.push(escapeStyleTextContent(child$jscomp$2));
                    pushInnerHTML(target, innerHTML$jscomp$6, children$jscomp$9);
                  }
                }
                styleQueue$jscomp$0 && hoistableState && hoistableState.styles.add(styleQueue$jscomp$0);
                textEmbedded && target$jscomp$0.push("<!-- -->");
                JSCompiler_inline_result$jscomp$7 = void 0;
              }
              return JSCompiler_inline_result$jscomp$7;
            case "meta":
              var noscriptTagInScope$jscomp$3 = formatContext.tagScope & 1, isFallback$jscomp$1 = formatContext.tagScope & 4;
              if (formatContext.insertionMode === SVG_MODE || noscriptTagInScope$jscomp$3 || null != props.itemProp)
                var JSCompiler_inline_result$jscomp$8 = pushSelfClosing(
                  target$jscomp$0,
                  props,
                  "meta",
                  formatContext
                );
              else
                textEmbedded && target$jscomp$0.push("<!-- -->"), JSCompiler_inline_result$jscomp$8 = isFallback$jscomp$1 ? null : "string" === typeof props.charSet ? pushSelfClosing(
                  renderState.charsetChunks,
                  props,
                  "meta",
                  formatContext
                ) : "viewport" === props.name ? pushSelfClosing(
                  renderState.viewportChunks,
                  props,
                  "meta",
                  formatContext
                ) : pushSelfClosing(
                  renderState.hoistableChunks,
                  props,
                  "meta",
                  formatContext
                );
              return JSCompiler_inline_result$jscomp$8;
            case "listing":
            case "pre":
              target$jscomp$0.push(startChunkForTag(type));
              var children$jscomp$10 = null, innerHTML$jscomp$7 = null, propKey$jscomp$10;
              for (propKey$jscomp$10 in props)
                if (hasOwnProperty.call(props, propKey$jscomp$10)) {
                  var propValue$jscomp$10 = props[propKey$jscomp$10];
                  if (null != propValue$jscomp$10)
                    switch (propKey$jscomp$10) {
                      case "children":
                        children$jscomp$10 = propValue$jscomp$10;
                        break;
                      case "dangerouslySetInnerHTML":
                        innerHTML$jscomp$7 = propValue$jscomp$10;
                        break;
                      default:
                        pushAttribute(
                          target$jscomp$0,
                          propKey$jscomp$10,
                          propValue$jscomp$10
                        );
                    }
                }
              pushViewTransitionAttributes(target$jscomp$0, formatContext);
              target$jscomp$0.push(endOfStartTag);
              if (null != innerHTML$jscomp$7) {
                if (null != children$jscomp$10)
                  throw Error(
                    "Can only set one of `children` or `props.dangerouslySetInnerHTML`."
                  );
                if ("object" !== typeof innerHTML$jscomp$7 || !("__html" in innerHTML$jscomp$7))
                  throw Error(
                    "`props.dangerouslySetInnerHTML` must be in the form `{__html: ...}`. Please visit https://react.dev/link/dangerously-set-inner-html for more information."
                  );
                var html = innerHTML$jscomp$7.__html;
                null !== html && void 0 !== html && ("string" === typeof html && 0 < html.length && "\n" === html[0] ? target$jscomp$0.push(leadingNewline, html) : (checkHtmlStringCoercion(html), target$jscomp$0.push("" + html)));
              }
              "string" === typeof children$jscomp$10 && "\n" === children$jscomp$10[0] && target$jscomp$0.push(leadingNewline);
              return children$jscomp$10;
            case "img":
              var pictureOrNoScriptTagInScope = formatContext.tagScope & 3, src = props.src, srcSet = props.srcSet;
              if (!("lazy" === props.loading || !src && !srcSet || "string" !== typeof src && null != src || "string" !== typeof srcSet && null != srcSet || "low" === props.fetchPriority || pictureOrNoScriptTagInScope) && ("string" !== typeof src || ":" !== src[4] || "d" !== src[0] && "D" !== src[0] || "a" !== src[1] && "A" !== src[1] || "t" !== src[2] && "T" !== src[2] || "a" !== src[3] && "A" !== src[3]) && ("string" !== typeof srcSet || ":" !== srcSet[4] || "d" !== srcSet[0] && "D" !== srcSet[0] || "a" !== srcSet[1] && "A" !== srcSet[1] || "t" !== srcSet[2] && "T" !== srcSet[2] || "a" !== srcSet[3] && "A" !== srcSet[3])) {
                null !== hoistableState && formatContext.tagScope & 64 && (hoistableState.suspenseyImages = true);
                var sizes = "string" === typeof props.sizes ? props.sizes : void 0, key$jscomp$0 = srcSet ? srcSet + "\n" + (sizes || "") : src, promotablePreloads = renderState.preloads.images, resource$jscomp$1 = promotablePreloads.get(key$jscomp$0);
                if (resource$jscomp$1) {
                  if ("high" === props.fetchPriority || 10 > renderState.highImagePreloads.size)
                    promotablePreloads.delete(key$jscomp$0), renderState.highImagePreloads.add(resource$jscomp$1);
                } else if (!resumableState.imageResources.hasOwnProperty(key$jscomp$0)) {
                  resumableState.imageResources[key$jscomp$0] = PRELOAD_NO_CREDS;
                  var input = props.crossOrigin;
                  var crossOrigin = "string" === typeof input ? "use-credentials" === input ? input : "" : void 0;
                  var headers = renderState.headers, header;
                  headers && 0 < headers.remainingCapacity && "string" !== typeof props.srcSet && ("high" === props.fetchPriority || 500 > headers.highImagePreloads.length) && (header = getPreloadAsHeader(src, "image", {
                    imageSrcSet: props.srcSet,
                    imageSizes: props.sizes,
                    crossOrigin,
                    integrity: props.integrity,
                    nonce: props.nonce,
                    type: props.type,
                    fetchPriority: props.fetchPriority,
                    referrerPolicy: props.referrerPolicy
                  }), 0 <= (headers.remainingCapacity -= header.length + 2)) ? (renderState.resets.image[key$jscomp$0] = PRELOAD_NO_CREDS, headers.highImagePreloads && (headers.highImagePreloads += ", "), headers.highImagePreloads += header) : (resource$jscomp$1 = [], pushLinkImpl(resource$jscomp$1, {
                    rel: "preload",
                    as: "image",
                    href: srcSet ? void 0 : src,
                    imageSrcSet: srcSet,
                    imageSizes: sizes,
                    crossOrigin,
                    integrity: props.integrity,
                    type: props.type,
                    fetchPriority: props.fetchPriority,
                    referrerPolicy: props.referrerPolicy
                  }), "high" === props.fetchPriority || 10 > renderState.highImagePreloads.size ? renderState.highImagePreloads.add(resource$jscomp$1) : (renderState.bulkPreloads.add(resource$jscomp$1), promotablePreloads.set(key$jscomp$0, resource$jscomp$1)));
                }
              }
              return pushSelfClosing(target$jscomp$0, props, "img", formatContext);
            case "base":
            case "area":
            case "br":
            case "col":
            case "embed":
            case "hr":
            case "keygen":
            case "param":
            case "source":
            case "track":
            case "wbr":
              return pushSelfClosing(target$jscomp$0, props, type, formatContext);
            case "annotation-xml":
            case "color-profile":
            case "font-face":
            case "font-face-src":
            case "font-face-uri":
            case "font-face-format":
            case "font-face-name":
            case "missing-glyph":
              break;
            case "head":
              if (formatContext.insertionMode < HTML_MODE) {
                var preamble = preambleState || renderState.preamble;
                if (preamble.headChunks)
                  throw Error("The `<head>` tag may only be rendered once.");
                null !== preambleState && target$jscomp$0.push("<!--head-->");
                preamble.headChunks = [];
                var JSCompiler_inline_result$jscomp$9 = pushStartSingletonElement(
                  preamble.headChunks,
                  props,
                  "head",
                  formatContext
                );
              } else
                JSCompiler_inline_result$jscomp$9 = pushStartGenericElement(
                  target$jscomp$0,
                  props,
                  "head",
                  formatContext
                );
              return JSCompiler_inline_result$jscomp$9;
            case "body":
              if (formatContext.insertionMode < HTML_MODE) {
                var preamble$jscomp$0 = preambleState || renderState.preamble;
                if (preamble$jscomp$0.bodyChunks)
                  throw Error("The `<body>` tag may only be rendered once.");
                null !== preambleState && target$jscomp$0.push("<!--body-->");
                preamble$jscomp$0.bodyChunks = [];
                var JSCompiler_inline_result$jscomp$10 = pushStartSingletonElement(
                  preamble$jscomp$0.bodyChunks,
                  props,
                  "body",
                  formatContext
                );
              } else
                JSCompiler_inline_result$jscomp$10 = pushStartGenericElement(
                  target$jscomp$0,
                  props,
                  "body",
                  formatContext
                );
              return JSCompiler_inline_result$jscomp$10;
            case "html":
              if (formatContext.insertionMode === ROOT_HTML_MODE) {
                var preamble$jscomp$1 = preambleState || renderState.preamble;
                if (preamble$jscomp$1.htmlChunks)
                  throw Error("The `<html>` tag may only be rendered once.");
                null !== preambleState && target$jscomp$0.push("<!--html-->");
                preamble$jscomp$1.htmlChunks = [doctypeChunk];
                var JSCompiler_inline_result$jscomp$11 = pushStartSingletonElement(
                  preamble$jscomp$1.htmlChunks,
                  props,
                  "html",
                  formatContext
                );
              } else
                JSCompiler_inline_result$jscomp$11 = pushStartGenericElement(
                  target$jscomp$0,
                  props,
                  "html",
                  formatContext
                );
              return JSCompiler_inline_result$jscomp$11;
            default:
              if (-1 !== type.indexOf("-")) {
                target$jscomp$0.push(startChunkForTag(type));
                var children$jscomp$11 = null, innerHTML$jscomp$8 = null, propKey$jscomp$11;
                for (propKey$jscomp$11 in props)
                  if (hasOwnProperty.call(props, propKey$jscomp$11)) {
                    var propValue$jscomp$11 = props[propKey$jscomp$11];
                    if (null != propValue$jscomp$11) {
                      var attributeName = propKey$jscomp$11;
                      switch (propKey$jscomp$11) {
                        case "children":
                          children$jscomp$11 = propValue$jscomp$11;
                          break;
                        case "dangerouslySetInnerHTML":
                          innerHTML$jscomp$8 = propValue$jscomp$11;
                          break;
                        case "style":
                          pushStyleAttribute(target$jscomp$0, propValue$jscomp$11);
                          break;
                        case "suppressContentEditableWarning":
                        case "suppressHydrationWarning":
                        case "ref":
                          break;
                        case "className":
                          attributeName = "class";
                        default:
                          if (isAttributeNameSafe(propKey$jscomp$11) && "function" !== typeof propValue$jscomp$11 && "symbol" !== typeof propValue$jscomp$11 && false !== propValue$jscomp$11) {
                            if (true === propValue$jscomp$11)
                              propValue$jscomp$11 = "";
                            else if ("object" === typeof propValue$jscomp$11)
                              continue;
                            target$jscomp$0.push(
                              attributeSeparator,
                              attributeName,
                              attributeAssign,
                              escapeTextForBrowser(propValue$jscomp$11),
                              attributeEnd
                            );
                          }
                      }
                    }
                  }
                pushViewTransitionAttributes(target$jscomp$0, formatContext);
                target$jscomp$0.push(endOfStartTag);
                pushInnerHTML(
                  target$jscomp$0,
                  innerHTML$jscomp$8,
                  children$jscomp$11
                );
                return children$jscomp$11;
              }
          }
          return pushStartGenericElement(
            target$jscomp$0,
            props,
            type,
            formatContext
          );
        }
        function endChunkForTag(tag) {
          var chunk = endTagCache.get(tag);
          void 0 === chunk && (chunk = "</" + tag + ">", endTagCache.set(tag, chunk));
          return chunk;
        }
        function hoistPreambleState(renderState, preambleState) {
          renderState = renderState.preamble;
          null === renderState.htmlChunks && preambleState.htmlChunks && (renderState.htmlChunks = preambleState.htmlChunks);
          null === renderState.headChunks && preambleState.headChunks && (renderState.headChunks = preambleState.headChunks);
          null === renderState.bodyChunks && preambleState.bodyChunks && (renderState.bodyChunks = preambleState.bodyChunks);
        }
        function writeBootstrap(destination, renderState) {
          renderState = renderState.bootstrapChunks;
          for (var i = 0; i < renderState.length - 1; i++)
            destination.push(renderState[i]);
          return i < renderState.length ? (i = renderState[i], renderState.length = 0, destination.push(i)) : true;
        }
        function writeStartPendingSuspenseBoundary(destination, renderState, id) {
          destination.push(startPendingSuspenseBoundary1);
          if (null === id)
            throw Error(
              "An ID must have been assigned before we can complete the boundary."
            );
          destination.push(renderState.boundaryPrefix);
          renderState = id.toString(16);
          destination.push(renderState);
          return destination.push(startPendingSuspenseBoundary2);
        }
        function writeStartSegment(destination, renderState, formatContext, id) {
          switch (formatContext.insertionMode) {
            case ROOT_HTML_MODE:
            case HTML_HTML_MODE:
            case HTML_HEAD_MODE:
            case HTML_MODE:
              return destination.push(startSegmentHTML), destination.push(renderState.segmentPrefix), renderState = id.toString(16), destination.push(renderState), destination.push(startSegmentHTML2);
            case SVG_MODE:
              return destination.push(startSegmentSVG), destination.push(renderState.segmentPrefix), renderState = id.toString(16), destination.push(renderState), destination.push(startSegmentSVG2);
            case MATHML_MODE:
              return destination.push(startSegmentMathML), destination.push(renderState.segmentPrefix), renderState = id.toString(16), destination.push(renderState), destination.push(startSegmentMathML2);
            case HTML_TABLE_MODE:
              return destination.push(startSegmentTable), destination.push(renderState.segmentPrefix), renderState = id.toString(16), destination.push(renderState), destination.push(startSegmentTable2);
            case HTML_TABLE_BODY_MODE:
              return destination.push(startSegmentTableBody), destination.push(renderState.segmentPrefix), renderState = id.toString(16), destination.push(renderState), destination.push(startSegmentTableBody2);
            case HTML_TABLE_ROW_MODE:
              return destination.push(startSegmentTableRow), destination.push(renderState.segmentPrefix), renderState = id.toString(16), destination.push(renderState), destination.push(startSegmentTableRow2);
            case HTML_COLGROUP_MODE:
              return destination.push(startSegmentColGroup), destination.push(renderState.segmentPrefix), renderState = id.toString(16), destination.push(renderState), destination.push(startSegmentColGroup2);
            default:
              throw Error("Unknown insertion mode. This is a bug in React.");
          }
        }
        function writeEndSegment(destination, formatContext) {
          switch (formatContext.insertionMode) {
            case ROOT_HTML_MODE:
            case HTML_HTML_MODE:
            case HTML_HEAD_MODE:
            case HTML_MODE:
              return destination.push(endSegmentHTML);
            case SVG_MODE:
              return destination.push(endSegmentSVG);
            case MATHML_MODE:
              return destination.push(endSegmentMathML);
            case HTML_TABLE_MODE:
              return destination.push(endSegmentTable);
            case HTML_TABLE_BODY_MODE:
              return destination.push(endSegmentTableBody);
            case HTML_TABLE_ROW_MODE:
              return destination.push(endSegmentTableRow);
            case HTML_COLGROUP_MODE:
              return destination.push(endSegmentColGroup);
            default:
              throw Error("Unknown insertion mode. This is a bug in React.");
          }
        }
        function escapeJSStringsForInstructionScripts(input) {
          return JSON.stringify(input).replace(
            regexForJSStringsInInstructionScripts,
            function(match) {
              switch (match) {
                case "<":
                  return "\\u003c";
                case "\u2028":
                  return "\\u2028";
                case "\u2029":
                  return "\\u2029";
                default:
                  throw Error(
                    "escapeJSStringsForInstructionScripts encountered a match it does not know how to replace. this means the match regex and the replacement characters are no longer in sync. This is a bug in React"
                  );
              }
            }
          );
        }
        function escapeJSObjectForInstructionScripts(input) {
          return JSON.stringify(input).replace(
            regexForJSStringsInScripts,
            function(match) {
              switch (match) {
                case "&":
                  return "\\u0026";
                case ">":
                  return "\\u003e";
                case "<":
                  return "\\u003c";
                case "\u2028":
                  return "\\u2028";
                case "\u2029":
                  return "\\u2029";
                default:
                  throw Error(
                    "escapeJSObjectForInstructionScripts encountered a match it does not know how to replace. this means the match regex and the replacement characters are no longer in sync. This is a bug in React"
                  );
              }
            }
          );
        }
        function flushStyleTagsLateForBoundary(styleQueue) {
          var rules = styleQueue.rules, hrefs = styleQueue.hrefs;
          0 < rules.length && 0 === hrefs.length && console.error(
            "React expected to have at least one href for an a hoistable style but found none. This is a bug in React."
          );
          var i = 0;
          if (hrefs.length) {
            this.push(currentlyFlushingRenderState.startInlineStyle);
            this.push(lateStyleTagResourceOpen1);
            this.push(styleQueue.precedence);
            for (this.push(lateStyleTagResourceOpen2); i < hrefs.length - 1; i++)
              this.push(hrefs[i]), this.push(spaceSeparator);
            this.push(hrefs[i]);
            this.push(lateStyleTagResourceOpen3);
            for (i = 0; i < rules.length; i++) this.push(rules[i]);
            destinationHasCapacity = this.push(lateStyleTagTemplateClose);
            currentlyRenderingBoundaryHasStylesToHoist = true;
            rules.length = 0;
            hrefs.length = 0;
          }
        }
        function hasStylesToHoist(stylesheet) {
          return stylesheet.state !== PREAMBLE ? currentlyRenderingBoundaryHasStylesToHoist = true : false;
        }
        function writeHoistablesForBoundary(destination, hoistableState, renderState) {
          currentlyRenderingBoundaryHasStylesToHoist = false;
          destinationHasCapacity = true;
          currentlyFlushingRenderState = renderState;
          hoistableState.styles.forEach(flushStyleTagsLateForBoundary, destination);
          currentlyFlushingRenderState = null;
          hoistableState.stylesheets.forEach(hasStylesToHoist);
          currentlyRenderingBoundaryHasStylesToHoist && (renderState.stylesToHoist = true);
          return destinationHasCapacity;
        }
        function flushResource(resource) {
          for (var i = 0; i < resource.length; i++) this.push(resource[i]);
          resource.length = 0;
        }
        function flushStyleInPreamble(stylesheet) {
          pushLinkImpl(stylesheetFlushingQueue, stylesheet.props);
          for (var i = 0; i < stylesheetFlushingQueue.length; i++)
            this.push(stylesheetFlushingQueue[i]);
          stylesheetFlushingQueue.length = 0;
          stylesheet.state = PREAMBLE;
        }
        function flushStylesInPreamble(styleQueue) {
          var hasStylesheets = 0 < styleQueue.sheets.size;
          styleQueue.sheets.forEach(flushStyleInPreamble, this);
          styleQueue.sheets.clear();
          var rules = styleQueue.rules, hrefs = styleQueue.hrefs;
          if (!hasStylesheets || hrefs.length) {
            this.push(currentlyFlushingRenderState.startInlineStyle);
            this.push(styleTagResourceOpen1);
            this.push(styleQueue.precedence);
            styleQueue = 0;
            if (hrefs.length) {
              for (this.push(styleTagResourceOpen2); styleQueue < hrefs.length - 1; styleQueue++)
                this.push(hrefs[styleQueue]), this.push(spaceSeparator);
              this.push(hrefs[styleQueue]);
            }
            this.push(styleTagResourceOpen3);
            for (styleQueue = 0; styleQueue < rules.length; styleQueue++)
              this.push(rules[styleQueue]);
            this.push(styleTagResourceClose);
            rules.length = 0;
            hrefs.length = 0;
          }
        }
        function preloadLateStyle(stylesheet) {
          if (stylesheet.state === PENDING$1) {
            stylesheet.state = PRELOADED;
            var props = stylesheet.props;
            pushLinkImpl(stylesheetFlushingQueue, {
              rel: "preload",
              as: "style",
              href: stylesheet.props.href,
              crossOrigin: props.crossOrigin,
              fetchPriority: props.fetchPriority,
              integrity: props.integrity,
              media: props.media,
              hrefLang: props.hrefLang,
              referrerPolicy: props.referrerPolicy
            });
            for (stylesheet = 0; stylesheet < stylesheetFlushingQueue.length; stylesheet++)
              this.push(stylesheetFlushingQueue[stylesheet]);
            stylesheetFlushingQueue.length = 0;
          }
        }
        function preloadLateStyles(styleQueue) {
          styleQueue.sheets.forEach(preloadLateStyle, this);
          styleQueue.sheets.clear();
        }
        function pushCompletedShellIdAttribute(target, resumableState) {
          (resumableState.instructions & SentCompletedShellId) === NothingSent && (resumableState.instructions |= SentCompletedShellId, target.push(
            completedShellIdAttributeStart,
            escapeTextForBrowser("_" + resumableState.idPrefix + "R_"),
            attributeEnd
          ));
        }
        function writeStyleResourceDependenciesInJS(destination, hoistableState) {
          destination.push(arrayFirstOpenBracket);
          var nextArrayOpenBrackChunk = arrayFirstOpenBracket;
          hoistableState.stylesheets.forEach(function(resource) {
            if (resource.state !== PREAMBLE)
              if (resource.state === LATE)
                destination.push(nextArrayOpenBrackChunk), resource = resource.props.href, checkAttributeStringCoercion(resource, "href"), resource = escapeJSObjectForInstructionScripts("" + resource), destination.push(resource), destination.push(arrayCloseBracket), nextArrayOpenBrackChunk = arraySubsequentOpenBracket;
              else {
                destination.push(nextArrayOpenBrackChunk);
                var precedence = resource.props["data-precedence"], props = resource.props, coercedHref = sanitizeURL("" + resource.props.href);
                coercedHref = escapeJSObjectForInstructionScripts(coercedHref);
                destination.push(coercedHref);
                checkAttributeStringCoercion(precedence, "precedence");
                precedence = "" + precedence;
                destination.push(arrayInterstitial);
                precedence = escapeJSObjectForInstructionScripts(precedence);
                destination.push(precedence);
                for (var propKey in props)
                  if (hasOwnProperty.call(props, propKey) && (precedence = props[propKey], null != precedence))
                    switch (propKey) {
                      case "href":
                      case "rel":
                      case "precedence":
                      case "data-precedence":
                        break;
                      case "children":
                      case "dangerouslySetInnerHTML":
                        throw Error(
                          "link is a self-closing tag and must neither have `children` nor use `dangerouslySetInnerHTML`."
                        );
                      default:
                        writeStyleResourceAttributeInJS(
                          destination,
                          propKey,
                          precedence
                        );
                    }
                destination.push(arrayCloseBracket);
                nextArrayOpenBrackChunk = arraySubsequentOpenBracket;
                resource.state = LATE;
              }
          });
          destination.push(arrayCloseBracket);
        }
        function writeStyleResourceAttributeInJS(destination, name, value) {
          var attributeName = name.toLowerCase();
          switch (typeof value) {
            case "function":
            case "symbol":
              return;
          }
          switch (name) {
            case "innerHTML":
            case "dangerouslySetInnerHTML":
            case "suppressContentEditableWarning":
            case "suppressHydrationWarning":
            case "style":
            case "ref":
              return;
            case "className":
              attributeName = "class";
              checkAttributeStringCoercion(value, attributeName);
              name = "" + value;
              break;
            case "hidden":
              if (false === value) return;
              name = "";
              break;
            case "src":
            case "href":
              value = sanitizeURL(value);
              checkAttributeStringCoercion(value, attributeName);
              name = "" + value;
              break;
            default:
              if (2 < name.length && ("o" === name[0] || "O" === name[0]) && ("n" === name[1] || "N" === name[1]) || !isAttributeNameSafe(name))
                return;
              checkAttributeStringCoercion(value, attributeName);
              name = "" + value;
          }
          destination.push(arrayInterstitial);
          attributeName = escapeJSObjectForInstructionScripts(attributeName);
          destination.push(attributeName);
          destination.push(arrayInterstitial);
          attributeName = escapeJSObjectForInstructionScripts(name);
          destination.push(attributeName);
        }
        function createHoistableState() {
          return { styles: /* @__PURE__ */ new Set(), stylesheets: /* @__PURE__ */ new Set(), suspenseyImages: false };
        }
        function preloadBootstrapScriptOrModule(resumableState, renderState, href, props) {
          (resumableState.scriptResources.hasOwnProperty(href) || resumableState.moduleScriptResources.hasOwnProperty(href)) && console.error(
            'Internal React Error: React expected bootstrap script or module with src "%s" to not have been preloaded already. please file an issue',
            href
          );
          resumableState.scriptResources[href] = EXISTS;
          resumableState.moduleScriptResources[href] = EXISTS;
          resumableState = [];
          pushLinkImpl(resumableState, props);
          renderState.bootstrapScripts.add(resumableState);
        }
        function adoptPreloadCredentials(target, preloadState) {
          null == target.crossOrigin && (target.crossOrigin = preloadState[0]);
          null == target.integrity && (target.integrity = preloadState[1]);
        }
        function getPreloadAsHeader(href, as, params) {
          href = escapeHrefForLinkHeaderURLContext(href);
          as = escapeStringForLinkHeaderQuotedParamValueContext(as, "as");
          as = "<" + href + '>; rel=preload; as="' + as + '"';
          for (var paramName in params)
            hasOwnProperty.call(params, paramName) && (href = params[paramName], "string" === typeof href && (as += "; " + paramName.toLowerCase() + '="' + escapeStringForLinkHeaderQuotedParamValueContext(
              href,
              paramName
            ) + '"'));
          return as;
        }
        function escapeHrefForLinkHeaderURLContext(hrefInput) {
          checkAttributeStringCoercion(hrefInput, "href");
          return ("" + hrefInput).replace(
            regexForHrefInLinkHeaderURLContext,
            escapeHrefForLinkHeaderURLContextReplacer
          );
        }
        function escapeHrefForLinkHeaderURLContextReplacer(match) {
          switch (match) {
            case "<":
              return "%3C";
            case ">":
              return "%3E";
            case "\n":
              return "%0A";
            case "\r":
              return "%0D";
            default:
              throw Error(
                "escapeLinkHrefForHeaderContextReplacer encountered a match it does not know how to replace. this means the match regex and the replacement characters are no longer in sync. This is a bug in React"
              );
          }
        }
        function escapeStringForLinkHeaderQuotedParamValueContext(value, name) {
          willCoercionThrow(value) && (console.error(
            "The provided `%s` option is an unsupported type %s. This value must be coerced to a string before using it here.",
            name,
            typeName(value)
          ), testStringCoercion(value));
          return ("" + value).replace(
            regexForLinkHeaderQuotedParamValueContext,
            escapeStringForLinkHeaderQuotedParamValueContextReplacer
          );
        }
        function escapeStringForLinkHeaderQuotedParamValueContextReplacer(match) {
          switch (match) {
            case '"':
              return "%22";
            case "'":
              return "%27";
            case ";":
              return "%3B";
            case ",":
              return "%2C";
            case "\n":
              return "%0A";
            case "\r":
              return "%0D";
            default:
              throw Error(
                "escapeStringForLinkHeaderQuotedParamValueContextReplacer encountered a match it does not know how to replace. this means the match regex and the replacement characters are no longer in sync. This is a bug in React"
              );
          }
        }
        function hoistStyleQueueDependency(styleQueue) {
          this.styles.add(styleQueue);
        }
        function hoistStylesheetDependency(stylesheet) {
          this.stylesheets.add(stylesheet);
        }
        function hoistHoistables(parentState, childState) {
          childState.styles.forEach(hoistStyleQueueDependency, parentState);
          childState.stylesheets.forEach(hoistStylesheetDependency, parentState);
          childState.suspenseyImages && (parentState.suspenseyImages = true);
        }
        function createRenderState(resumableState, generateStaticMarkup) {
          var idPrefix = resumableState.idPrefix, bootstrapChunks = [], bootstrapScriptContent = resumableState.bootstrapScriptContent, bootstrapScripts = resumableState.bootstrapScripts, bootstrapModules = resumableState.bootstrapModules;
          void 0 !== bootstrapScriptContent && (bootstrapChunks.push("<script"), pushCompletedShellIdAttribute(bootstrapChunks, resumableState), bootstrapChunks.push(
            endOfStartTag,
            escapeEntireInlineScriptContent(bootstrapScriptContent),
            endInlineScript
          ));
          idPrefix = {
            placeholderPrefix: idPrefix + "P:",
            segmentPrefix: idPrefix + "S:",
            boundaryPrefix: idPrefix + "B:",
            startInlineScript: "<script",
            startInlineStyle: "<style",
            preamble: { htmlChunks: null, headChunks: null, bodyChunks: null },
            externalRuntimeScript: null,
            bootstrapChunks,
            importMapChunks: [],
            onHeaders: void 0,
            headers: null,
            resets: {
              font: {},
              dns: {},
              connect: { default: {}, anonymous: {}, credentials: {} },
              image: {},
              style: {}
            },
            charsetChunks: [],
            viewportChunks: [],
            hoistableChunks: [],
            preconnects: /* @__PURE__ */ new Set(),
            fontPreloads: /* @__PURE__ */ new Set(),
            highImagePreloads: /* @__PURE__ */ new Set(),
            styles: /* @__PURE__ */ new Map(),
            bootstrapScripts: /* @__PURE__ */ new Set(),
            scripts: /* @__PURE__ */ new Set(),
            bulkPreloads: /* @__PURE__ */ new Set(),
            preloads: {
              images: /* @__PURE__ */ new Map(),
              stylesheets: /* @__PURE__ */ new Map(),
              scripts: /* @__PURE__ */ new Map(),
              moduleScripts: /* @__PURE__ */ new Map()
            },
            nonce: { script: void 0, style: void 0 },
            hoistableState: null,
            stylesToHoist: false
          };
          if (void 0 !== bootstrapScripts)
            for (bootstrapScriptContent = 0; bootstrapScriptContent < bootstrapScripts.length; bootstrapScriptContent++) {
              var scriptConfig = bootstrapScripts[bootstrapScriptContent], src, crossOrigin = void 0, integrity = void 0, props = {
                rel: "preload",
                as: "script",
                fetchPriority: "low",
                nonce: void 0
              };
              "string" === typeof scriptConfig ? props.href = src = scriptConfig : (props.href = src = scriptConfig.src, props.integrity = integrity = "string" === typeof scriptConfig.integrity ? scriptConfig.integrity : void 0, props.crossOrigin = crossOrigin = "string" === typeof scriptConfig || null == scriptConfig.crossOrigin ? void 0 : "use-credentials" === scriptConfig.crossOrigin ? "use-credentials" : "");
              preloadBootstrapScriptOrModule(resumableState, idPrefix, src, props);
              bootstrapChunks.push(
                '<script src="',
                escapeTextForBrowser(src),
                attributeEnd
              );
              "string" === typeof integrity && bootstrapChunks.push(
                ' integrity="',
                escapeTextForBrowser(integrity),
                attributeEnd
              );
              "string" === typeof crossOrigin && bootstrapChunks.push(
                ' crossorigin="',
                escapeTextForBrowser(crossOrigin),
                attributeEnd
              );
              pushCompletedShellIdAttribute(bootstrapChunks, resumableState);
              bootstrapChunks.push(' async=""><\/script>');
            }
          if (void 0 !== bootstrapModules)
            for (bootstrapScripts = 0; bootstrapScripts < bootstrapModules.length; bootstrapScripts++)
              bootstrapScriptContent = bootstrapModules[bootstrapScripts], crossOrigin = src = void 0, integrity = {
                rel: "modulepreload",
                fetchPriority: "low",
                nonce: void 0
              }, "string" === typeof bootstrapScriptContent ? integrity.href = scriptConfig = bootstrapScriptContent : (integrity.href = scriptConfig = bootstrapScriptContent.src, integrity.integrity = crossOrigin = "string" === typeof bootstrapScriptContent.integrity ? bootstrapScriptContent.integrity : void 0, integrity.crossOrigin = src = "string" === typeof bootstrapScriptContent || null == bootstrapScriptContent.crossOrigin ? void 0 : "use-credentials" === bootstrapScriptContent.crossOrigin ? "use-credentials" : ""), preloadBootstrapScriptOrModule(
                resumableState,
                idPrefix,
                scriptConfig,
                integrity
              ), bootstrapChunks.push(
                '<script type="module" src="',
                escapeTextForBrowser(scriptConfig),
                attributeEnd
              ), "string" === typeof crossOrigin && bootstrapChunks.push(
                ' integrity="',
                escapeTextForBrowser(crossOrigin),
                attributeEnd
              ), "string" === typeof src && bootstrapChunks.push(
                ' crossorigin="',
                escapeTextForBrowser(src),
                attributeEnd
              ), pushCompletedShellIdAttribute(bootstrapChunks, resumableState), bootstrapChunks.push(' async=""><\/script>');
          return {
            placeholderPrefix: idPrefix.placeholderPrefix,
            segmentPrefix: idPrefix.segmentPrefix,
            boundaryPrefix: idPrefix.boundaryPrefix,
            startInlineScript: idPrefix.startInlineScript,
            startInlineStyle: idPrefix.startInlineStyle,
            preamble: idPrefix.preamble,
            externalRuntimeScript: idPrefix.externalRuntimeScript,
            bootstrapChunks: idPrefix.bootstrapChunks,
            importMapChunks: idPrefix.importMapChunks,
            onHeaders: idPrefix.onHeaders,
            headers: idPrefix.headers,
            resets: idPrefix.resets,
            charsetChunks: idPrefix.charsetChunks,
            viewportChunks: idPrefix.viewportChunks,
            hoistableChunks: idPrefix.hoistableChunks,
            preconnects: idPrefix.preconnects,
            fontPreloads: idPrefix.fontPreloads,
            highImagePreloads: idPrefix.highImagePreloads,
            styles: idPrefix.styles,
            bootstrapScripts: idPrefix.bootstrapScripts,
            scripts: idPrefix.scripts,
            bulkPreloads: idPrefix.bulkPreloads,
            preloads: idPrefix.preloads,
            nonce: idPrefix.nonce,
            stylesToHoist: idPrefix.stylesToHoist,
            generateStaticMarkup
          };
        }
        function pushTextInstance(target, text, renderState, textEmbedded) {
          if (renderState.generateStaticMarkup)
            return target.push(escapeTextForBrowser(text)), false;
          "" === text ? target = textEmbedded : (textEmbedded && target.push("<!-- -->"), target.push(escapeTextForBrowser(text)), target = true);
          return target;
        }
        function pushSegmentFinale(target, renderState, lastPushedText, textEmbedded) {
          renderState.generateStaticMarkup || lastPushedText && textEmbedded && target.push("<!-- -->");
        }
        function getComponentNameFromType(type) {
          if (null == type) return null;
          if ("function" === typeof type)
            return type.$$typeof === REACT_CLIENT_REFERENCE ? null : type.displayName || type.name || null;
          if ("string" === typeof type) return type;
          switch (type) {
            case REACT_FRAGMENT_TYPE:
              return "Fragment";
            case REACT_PROFILER_TYPE:
              return "Profiler";
            case REACT_STRICT_MODE_TYPE:
              return "StrictMode";
            case REACT_SUSPENSE_TYPE:
              return "Suspense";
            case REACT_SUSPENSE_LIST_TYPE:
              return "SuspenseList";
            case REACT_ACTIVITY_TYPE:
              return "Activity";
            case REACT_VIEW_TRANSITION_TYPE:
              return "ViewTransition";
          }
          if ("object" === typeof type)
            switch ("number" === typeof type.tag && console.error(
              "Received an unexpected object in getComponentNameFromType(). This is likely a bug in React. Please file an issue."
            ), type.$$typeof) {
              case REACT_PORTAL_TYPE:
                return "Portal";
              case REACT_CONTEXT_TYPE:
                return type.displayName || "Context";
              case REACT_CONSUMER_TYPE:
                return (type._context.displayName || "Context") + ".Consumer";
              case REACT_FORWARD_REF_TYPE:
                var innerType = type.render;
                type = type.displayName;
                type || (type = innerType.displayName || innerType.name || "", type = "" !== type ? "ForwardRef(" + type + ")" : "ForwardRef");
                return type;
              case REACT_MEMO_TYPE:
                return innerType = type.displayName || null, null !== innerType ? innerType : getComponentNameFromType(type.type) || "Memo";
              case REACT_LAZY_TYPE:
                innerType = type._payload;
                type = type._init;
                try {
                  return getComponentNameFromType(type(innerType));
                } catch (x) {
                }
            }
          return null;
        }
        function popToNearestCommonAncestor(prev, next) {
          if (prev !== next) {
            prev.context._currentValue2 = prev.parentValue;
            prev = prev.parent;
            var parentNext = next.parent;
            if (null === prev) {
              if (null !== parentNext)
                throw Error(
                  "The stacks must reach the root at the same time. This is a bug in React."
                );
            } else {
              if (null === parentNext)
                throw Error(
                  "The stacks must reach the root at the same time. This is a bug in React."
                );
              popToNearestCommonAncestor(prev, parentNext);
            }
            next.context._currentValue2 = next.value;
          }
        }
        function popAllPrevious(prev) {
          prev.context._currentValue2 = prev.parentValue;
          prev = prev.parent;
          null !== prev && popAllPrevious(prev);
        }
        function pushAllNext(next) {
          var parentNext = next.parent;
          null !== parentNext && pushAllNext(parentNext);
          next.context._currentValue2 = next.value;
        }
        function popPreviousToCommonLevel(prev, next) {
          prev.context._currentValue2 = prev.parentValue;
          prev = prev.parent;
          if (null === prev)
            throw Error(
              "The depth must equal at least at zero before reaching the root. This is a bug in React."
            );
          prev.depth === next.depth ? popToNearestCommonAncestor(prev, next) : popPreviousToCommonLevel(prev, next);
        }
        function popNextToCommonLevel(prev, next) {
          var parentNext = next.parent;
          if (null === parentNext)
            throw Error(
              "The depth must equal at least at zero before reaching the root. This is a bug in React."
            );
          prev.depth === parentNext.depth ? popToNearestCommonAncestor(prev, parentNext) : popNextToCommonLevel(prev, parentNext);
          next.context._currentValue2 = next.value;
        }
        function switchContext(newSnapshot) {
          var prev = currentActiveSnapshot;
          prev !== newSnapshot && (null === prev ? pushAllNext(newSnapshot) : null === newSnapshot ? popAllPrevious(prev) : prev.depth === newSnapshot.depth ? popToNearestCommonAncestor(prev, newSnapshot) : prev.depth > newSnapshot.depth ? popPreviousToCommonLevel(prev, newSnapshot) : popNextToCommonLevel(prev, newSnapshot), currentActiveSnapshot = newSnapshot);
        }
        function warnOnInvalidCallback(callback) {
          if (null !== callback && "function" !== typeof callback) {
            var key = String(callback);
            didWarnOnInvalidCallback.has(key) || (didWarnOnInvalidCallback.add(key), console.error(
              "Expected the last optional `callback` argument to be a function. Instead received: %s.",
              callback
            ));
          }
        }
        function warnNoop(publicInstance, callerName) {
          publicInstance = (publicInstance = publicInstance.constructor) && getComponentNameFromType(publicInstance) || "ReactClass";
          var warningKey = publicInstance + "." + callerName;
          didWarnAboutNoopUpdateForComponent[warningKey] || (console.error(
            "Can only update a mounting component. This usually means you called %s() outside componentWillMount() on the server. This is a no-op.\n\nPlease check the code for the %s component.",
            callerName,
            publicInstance
          ), didWarnAboutNoopUpdateForComponent[warningKey] = true);
        }
        function getTreeId(context) {
          var overflow = context.overflow;
          context = context.id;
          return (context & ~(1 << 32 - clz32(context) - 1)).toString(32) + overflow;
        }
        function pushTreeContext(baseContext, totalChildren, index) {
          var baseIdWithLeadingBit = baseContext.id;
          baseContext = baseContext.overflow;
          var baseLength = 32 - clz32(baseIdWithLeadingBit) - 1;
          baseIdWithLeadingBit &= ~(1 << baseLength);
          index += 1;
          var length = 32 - clz32(totalChildren) + baseLength;
          if (30 < length) {
            var numberOfOverflowBits = baseLength - baseLength % 5;
            length = (baseIdWithLeadingBit & (1 << numberOfOverflowBits) - 1).toString(32);
            baseIdWithLeadingBit >>= numberOfOverflowBits;
            baseLength -= numberOfOverflowBits;
            return {
              id: 1 << 32 - clz32(totalChildren) + baseLength | index << baseLength | baseIdWithLeadingBit,
              overflow: length + baseContext
            };
          }
          return {
            id: 1 << length | index << baseLength | baseIdWithLeadingBit,
            overflow: baseContext
          };
        }
        function clz32Fallback(x) {
          x >>>= 0;
          return 0 === x ? 32 : 31 - (log(x) / LN2 | 0) | 0;
        }
        function noop() {
        }
        function trackUsedThenable(thenableState2, thenable, index) {
          index = thenableState2[index];
          void 0 === index ? thenableState2.push(thenable) : index !== thenable && (thenable.then(noop, noop), thenable = index);
          switch (thenable.status) {
            case "fulfilled":
              return thenable.value;
            case "rejected":
              thenableState2 = thenable.reason;
              if (void 0 === thenableState2 && !("reason" in thenable))
                throw Error(
                  "A rejected Promise was passed to React without a `reason` property. React threw a generic error from where the Promise was used to assist in identifying the problematic Promise. Make sure that instrumented Promises correctly set the `reason` property when setting `status` to `'rejected'`."
                );
              throw thenableState2;
            default:
              "string" === typeof thenable.status ? thenable.then(noop, noop) : (thenableState2 = thenable, thenableState2.status = "pending", thenableState2.then(
                function(fulfilledValue) {
                  if ("pending" === thenable.status) {
                    var fulfilledThenable = thenable;
                    fulfilledThenable.status = "fulfilled";
                    fulfilledThenable.value = fulfilledValue;
                  }
                },
                function(error) {
                  if ("pending" === thenable.status) {
                    var rejectedThenable = thenable;
                    rejectedThenable.status = "rejected";
                    rejectedThenable.reason = error;
                  }
                }
              ));
              switch (thenable.status) {
                case "fulfilled":
                  return thenable.value;
                case "rejected":
                  throw thenable.reason;
              }
              suspendedThenable = thenable;
              shouldCaptureSuspendedCallSite && captureSuspendedCallSite();
              throw SuspenseException;
          }
        }
        function getSuspendedThenable() {
          if (null === suspendedThenable)
            throw Error(
              "Expected a suspended thenable. This is a bug in React. Please file an issue."
            );
          var thenable = suspendedThenable;
          suspendedThenable = null;
          return thenable;
        }
        function captureSuspendedCallSite() {
          var currentTask = currentTaskInDEV;
          if (null === currentTask)
            throw Error(
              "Expected to have a current task when tracking a suspend call site. This is a bug in React."
            );
          var currentComponentStack = currentTask.componentStack;
          if (null === currentComponentStack)
            throw Error(
              "Expected to have a component stack on the current task when tracking a suspended call site. This is a bug in React."
            );
          suspendedCallSiteStack = {
            parent: currentComponentStack.parent,
            type: currentComponentStack.type,
            owner: currentComponentStack.owner,
            stack: Error("react-stack-top-frame")
          };
          suspendedCallSiteDebugTask = currentTask.debugTask;
        }
        function ensureSuspendableThenableStateDEV(thenableState2) {
          var lastThenable = thenableState2[thenableState2.length - 1];
          switch (lastThenable.status) {
            case "fulfilled":
              var previousThenableValue = lastThenable.value, previousThenableThen = lastThenable.then.bind(lastThenable);
              delete lastThenable.value;
              delete lastThenable.status;
              lastThenable.then = noop;
              return function() {
                lastThenable.then = previousThenableThen;
                lastThenable.value = previousThenableValue;
                lastThenable.status = "fulfilled";
              };
            case "rejected":
              var previousThenableReason = lastThenable.reason, _previousThenableThen = lastThenable.then.bind(lastThenable);
              delete lastThenable.reason;
              delete lastThenable.status;
              lastThenable.then = noop;
              return function() {
                lastThenable.then = _previousThenableThen;
                lastThenable.reason = previousThenableReason;
                lastThenable.status = "rejected";
              };
          }
          return noop;
        }
        function is(x, y) {
          return x === y && (0 !== x || 1 / x === 1 / y) || x !== x && y !== y;
        }
        function createRecoverableError(recoverable) {
          recoverable = recoverable._reason;
          if ("function" === typeof recoverable)
            try {
              var initializedReason = recoverable();
            } catch ($jscomp$unused$catch) {
              initializedReason = "The reason for browser-only rendering could not be determined because its initializer threw.";
            }
          else initializedReason = recoverable;
          initializedReason = Error(
            "Browser-only rendering was requested by `browser()`.",
            void 0 === recoverable ? void 0 : { cause: initializedReason }
          );
          Object.defineProperty(initializedReason, REACT_RECOVERABLE_TYPE, {
            value: true
          });
          return initializedReason;
        }
        function isRecoverableError(error) {
          return "object" !== typeof error || null === error ? false : true === error[REACT_RECOVERABLE_TYPE];
        }
        function cloneRecoverableErrorAsFatal(recoverableError) {
          var fatalRecoverableError = Error(
            "The server render could not complete because client rendering was requested outside a Suspense boundary. See this error's cause for additional details.",
            hasOwnProperty.call(recoverableError, "cause") ? { cause: recoverableError.cause } : void 0
          );
          recoverableError = recoverableError.stack;
          if (void 0 !== recoverableError) {
            var frameStart = recoverableError.indexOf("\n");
            fatalRecoverableError.stack = fatalRecoverableError.name + ": " + fatalRecoverableError.message + (-1 === frameStart ? "" : recoverableError.slice(frameStart));
          } else fatalRecoverableError.stack = void 0;
          return fatalRecoverableError;
        }
        function resolveCurrentlyRenderingComponent() {
          if (null === currentlyRenderingComponent)
            throw Error(
              "Invalid hook call. Hooks can only be called inside of the body of a function component. This could happen for one of the following reasons:\n1. You might have mismatching versions of React and the renderer (such as React DOM)\n2. You might be breaking the Rules of Hooks\n3. You might have more than one copy of React in the same app\nSee https://react.dev/link/invalid-hook-call for tips about how to debug and fix this problem."
            );
          isInHookUserCodeInDev && console.error(
            "Do not call Hooks inside useEffect(...), useMemo(...), or other built-in Hooks. You can only call Hooks at the top level of your React function. For more information, see https://react.dev/link/rules-of-hooks"
          );
          return currentlyRenderingComponent;
        }
        function createHook() {
          if (0 < numberOfReRenders)
            throw Error("Rendered more hooks than during the previous render");
          return { memoizedState: null, queue: null, next: null };
        }
        function createWorkInProgressHook() {
          null === workInProgressHook ? null === firstWorkInProgressHook ? (isReRender = false, firstWorkInProgressHook = workInProgressHook = createHook()) : (isReRender = true, workInProgressHook = firstWorkInProgressHook) : null === workInProgressHook.next ? (isReRender = false, workInProgressHook = workInProgressHook.next = createHook()) : (isReRender = true, workInProgressHook = workInProgressHook.next);
          return workInProgressHook;
        }
        function getThenableStateAfterSuspending() {
          var state = thenableState;
          thenableState = null;
          return state;
        }
        function resetHooksState() {
          isInHookUserCodeInDev = false;
          currentlyRenderingKeyPath = currentlyRenderingRequest = currentlyRenderingTask = currentlyRenderingComponent = null;
          didScheduleRenderPhaseUpdate = false;
          firstWorkInProgressHook = null;
          numberOfReRenders = 0;
          workInProgressHook = renderPhaseUpdates = null;
        }
        function readContext(context) {
          isInHookUserCodeInDev && console.error(
            "Context can only be read while React is rendering. In classes, you can read it in the render method or getDerivedStateFromProps. In function components, you can read it directly in the function body, but not inside Hooks like useReducer() or useMemo()."
          );
          return context._currentValue2;
        }
        function basicStateReducer(state, action) {
          return "function" === typeof action ? action(state) : action;
        }
        function useReducer(reducer, initialArg, init) {
          reducer !== basicStateReducer && (currentHookNameInDev = "useReducer");
          currentlyRenderingComponent = resolveCurrentlyRenderingComponent();
          workInProgressHook = createWorkInProgressHook();
          if (isReRender) {
            init = workInProgressHook.queue;
            initialArg = init.dispatch;
            if (null !== renderPhaseUpdates) {
              var firstRenderPhaseUpdate = renderPhaseUpdates.get(init);
              if (void 0 !== firstRenderPhaseUpdate) {
                renderPhaseUpdates.delete(init);
                init = workInProgressHook.memoizedState;
                do {
                  var action = firstRenderPhaseUpdate.action;
                  isInHookUserCodeInDev = true;
                  init = reducer(init, action);
                  isInHookUserCodeInDev = false;
                  firstRenderPhaseUpdate = firstRenderPhaseUpdate.next;
                } while (null !== firstRenderPhaseUpdate);
                workInProgressHook.memoizedState = init;
                return [init, initialArg];
              }
            }
            return [workInProgressHook.memoizedState, initialArg];
          }
          isInHookUserCodeInDev = true;
          reducer = reducer === basicStateReducer ? "function" === typeof initialArg ? initialArg() : initialArg : void 0 !== init ? init(initialArg) : initialArg;
          isInHookUserCodeInDev = false;
          workInProgressHook.memoizedState = reducer;
          reducer = workInProgressHook.queue = { last: null, dispatch: null };
          reducer = reducer.dispatch = dispatchAction.bind(
            null,
            currentlyRenderingComponent,
            reducer
          );
          return [workInProgressHook.memoizedState, reducer];
        }
        function useMemo(nextCreate, deps) {
          currentlyRenderingComponent = resolveCurrentlyRenderingComponent();
          workInProgressHook = createWorkInProgressHook();
          deps = void 0 === deps ? null : deps;
          if (null !== workInProgressHook) {
            var prevState = workInProgressHook.memoizedState;
            if (null !== prevState && null !== deps) {
              a: {
                var JSCompiler_inline_result = prevState[1];
                if (null === JSCompiler_inline_result)
                  console.error(
                    "%s received a final argument during this render, but not during the previous render. Even though the final argument is optional, its type cannot change between renders.",
                    currentHookNameInDev
                  ), JSCompiler_inline_result = false;
                else {
                  deps.length !== JSCompiler_inline_result.length && console.error(
                    "The final argument passed to %s changed size between renders. The order and size of this array must remain constant.\n\nPrevious: %s\nIncoming: %s",
                    currentHookNameInDev,
                    "[" + deps.join(", ") + "]",
                    "[" + JSCompiler_inline_result.join(", ") + "]"
                  );
                  for (var i = 0; i < JSCompiler_inline_result.length && i < deps.length; i++)
                    if (!objectIs(deps[i], JSCompiler_inline_result[i])) {
                      JSCompiler_inline_result = false;
                      break a;
                    }
                  JSCompiler_inline_result = true;
                }
              }
              if (JSCompiler_inline_result) return prevState[0];
            }
          }
          isInHookUserCodeInDev = true;
          nextCreate = nextCreate();
          isInHookUserCodeInDev = false;
          workInProgressHook.memoizedState = [nextCreate, deps];
          return nextCreate;
        }
        function dispatchAction(componentIdentity, queue, action) {
          if (25 <= numberOfReRenders)
            throw Error(
              "Too many re-renders. React limits the number of renders to prevent an infinite loop."
            );
          if (componentIdentity === currentlyRenderingComponent)
            if (didScheduleRenderPhaseUpdate = true, componentIdentity = { action, next: null }, null === renderPhaseUpdates && (renderPhaseUpdates = /* @__PURE__ */ new Map()), action = renderPhaseUpdates.get(queue), void 0 === action)
              renderPhaseUpdates.set(queue, componentIdentity);
            else {
              for (queue = action; null !== queue.next; ) queue = queue.next;
              queue.next = componentIdentity;
            }
        }
        function throwOnUseEffectEventCall() {
          throw Error(
            "A function wrapped in useEffectEvent can't be called during rendering."
          );
        }
        function unsupportedStartTransition() {
          throw Error("startTransition cannot be called during server rendering.");
        }
        function unsupportedSetOptimisticState() {
          throw Error("Cannot update optimistic state while rendering.");
        }
        function useActionState(action, initialState, permalink) {
          resolveCurrentlyRenderingComponent();
          var actionStateHookIndex = actionStateCounter++, request = currentlyRenderingRequest;
          if ("function" === typeof action.$$FORM_ACTION) {
            var nextPostbackStateKey = null, componentKeyPath = currentlyRenderingKeyPath;
            request = request.formState;
            var isSignatureEqual = action.$$IS_SIGNATURE_EQUAL;
            if (null !== request && "function" === typeof isSignatureEqual) {
              var postbackKey = request[1];
              isSignatureEqual.call(action, request[2], request[3]) && (nextPostbackStateKey = void 0 !== permalink ? "p" + permalink : "k" + murmurhash3_32_gc(
                JSON.stringify([
                  componentKeyPath,
                  null,
                  actionStateHookIndex
                ]),
                0
              ), postbackKey === nextPostbackStateKey && (actionStateMatchingIndex = actionStateHookIndex, initialState = request[0]));
            }
            var boundAction = action.bind(null, initialState);
            action = function(payload) {
              boundAction(payload);
            };
            "function" === typeof boundAction.$$FORM_ACTION && (action.$$FORM_ACTION = function(prefix2) {
              prefix2 = boundAction.$$FORM_ACTION(prefix2);
              void 0 !== permalink && (checkAttributeStringCoercion(permalink, "target"), permalink += "", prefix2.action = permalink);
              var formData = prefix2.data;
              formData && (null === nextPostbackStateKey && (nextPostbackStateKey = void 0 !== permalink ? "p" + permalink : "k" + murmurhash3_32_gc(
                JSON.stringify([
                  componentKeyPath,
                  null,
                  actionStateHookIndex
                ]),
                0
              )), formData.append("$ACTION_KEY", nextPostbackStateKey));
              return prefix2;
            });
            return [initialState, action, false];
          }
          var _boundAction = action.bind(null, initialState);
          return [
            initialState,
            function(payload) {
              _boundAction(payload);
            },
            false
          ];
        }
        function unwrapThenable(thenable) {
          var index = thenableIndexCounter;
          thenableIndexCounter += 1;
          null === thenableState && (thenableState = []);
          return trackUsedThenable(thenableState, thenable, index);
        }
        function unsupportedRefresh() {
          throw Error("Cache cannot be refreshed during server rendering.");
        }
        function disabledLog() {
        }
        function disableLogs() {
          if (0 === disabledDepth) {
            prevLog = console.log;
            prevInfo = console.info;
            prevWarn = console.warn;
            prevError = console.error;
            prevGroup = console.group;
            prevGroupCollapsed = console.groupCollapsed;
            prevGroupEnd = console.groupEnd;
            var props = {
              configurable: true,
              enumerable: true,
              value: disabledLog,
              writable: true
            };
            Object.defineProperties(console, {
              info: props,
              log: props,
              warn: props,
              error: props,
              group: props,
              groupCollapsed: props,
              groupEnd: props
            });
          }
          disabledDepth++;
        }
        function reenableLogs() {
          disabledDepth--;
          if (0 === disabledDepth) {
            var props = { configurable: true, enumerable: true, writable: true };
            Object.defineProperties(console, {
              log: assign({}, props, { value: prevLog }),
              info: assign({}, props, { value: prevInfo }),
              warn: assign({}, props, { value: prevWarn }),
              error: assign({}, props, { value: prevError }),
              group: assign({}, props, { value: prevGroup }),
              groupCollapsed: assign({}, props, { value: prevGroupCollapsed }),
              groupEnd: assign({}, props, { value: prevGroupEnd })
            });
          }
          0 > disabledDepth && console.error(
            "disabledDepth fell below zero. This is a bug in React. Please file an issue."
          );
        }
        function formatOwnerStack(error) {
          var prevPrepareStackTrace = Error.prepareStackTrace;
          Error.prepareStackTrace = void 0;
          error = error.stack;
          Error.prepareStackTrace = prevPrepareStackTrace;
          error.startsWith("Error: react-stack-top-frame\n") && (error = error.slice(29));
          prevPrepareStackTrace = error.indexOf("\n");
          -1 !== prevPrepareStackTrace && (error = error.slice(prevPrepareStackTrace + 1));
          prevPrepareStackTrace = error.indexOf("react_stack_bottom_frame");
          -1 !== prevPrepareStackTrace && (prevPrepareStackTrace = error.lastIndexOf(
            "\n",
            prevPrepareStackTrace
          ));
          if (-1 !== prevPrepareStackTrace)
            error = error.slice(0, prevPrepareStackTrace);
          else return "";
          return error;
        }
        function describeBuiltInComponentFrame(name) {
          if (void 0 === prefix)
            try {
              throw Error();
            } catch (x) {
              var match = x.stack.trim().match(/\n( *(at )?)/);
              prefix = match && match[1] || "";
              suffix = -1 < x.stack.indexOf("\n    at") ? " (<anonymous>)" : -1 < x.stack.indexOf("@") ? "@unknown:0:0" : "";
            }
          return "\n" + prefix + name + suffix;
        }
        function describeNativeComponentFrame(fn, construct) {
          if (!fn || reentry) return "";
          var frame = componentFrameCache.get(fn);
          if (void 0 !== frame) return frame;
          reentry = true;
          frame = Error.prepareStackTrace;
          Error.prepareStackTrace = void 0;
          var previousDispatcher2 = null;
          previousDispatcher2 = ReactSharedInternals.H;
          ReactSharedInternals.H = null;
          disableLogs();
          try {
            var RunInRootFrame = {
              DetermineComponentFrameRoot: function() {
                try {
                  if (construct) {
                    var Fake = function() {
                      throw Error();
                    };
                    Object.defineProperty(Fake.prototype, "props", {
                      set: function() {
                        throw Error();
                      }
                    });
                    if ("object" === typeof Reflect && Reflect.construct) {
                      try {
                        Reflect.construct(Fake, []);
                      } catch (x) {
                        var control = x;
                      }
                      Reflect.construct(fn, [], Fake);
                    } else {
                      try {
                        Fake.call();
                      } catch (x$0) {
                        control = x$0;
                      }
                      Fake = false;
                      try {
                        var prevProps = Object.getOwnPropertyDescriptor(
                          fn.prototype,
                          "props"
                        );
                        Object.defineProperty(fn.prototype, "props", {
                          configurable: true,
                          set: function() {
                            throw Error();
                          }
                        });
                        Fake = true;
                        new fn();
                      } finally {
                        Fake && (void 0 !== prevProps ? Object.defineProperty(
                          fn.prototype,
                          "props",
                          prevProps
                        ) : delete fn.prototype.props);
                      }
                    }
                  } else {
                    try {
                      throw Error();
                    } catch (x$1) {
                      control = x$1;
                    }
                    (Fake = fn()) && "function" === typeof Fake.catch && Fake.catch(function() {
                    });
                  }
                } catch (sample) {
                  if (sample && control && "string" === typeof sample.stack)
                    return [sample.stack, control.stack];
                }
                return [null, null];
              }
            };
            RunInRootFrame.DetermineComponentFrameRoot.displayName = "DetermineComponentFrameRoot";
            var namePropDescriptor = Object.getOwnPropertyDescriptor(
              RunInRootFrame.DetermineComponentFrameRoot,
              "name"
            );
            namePropDescriptor && namePropDescriptor.configurable && Object.defineProperty(
              RunInRootFrame.DetermineComponentFrameRoot,
              "name",
              { value: "DetermineComponentFrameRoot" }
            );
            var _RunInRootFrame$Deter = RunInRootFrame.DetermineComponentFrameRoot(), sampleStack = _RunInRootFrame$Deter[0], controlStack = _RunInRootFrame$Deter[1];
            if (sampleStack && controlStack) {
              var sampleLines = sampleStack.split("\n"), controlLines = controlStack.split("\n");
              for (_RunInRootFrame$Deter = namePropDescriptor = 0; namePropDescriptor < sampleLines.length && !sampleLines[namePropDescriptor].includes(
                "DetermineComponentFrameRoot"
              ); )
                namePropDescriptor++;
              for (; _RunInRootFrame$Deter < controlLines.length && !controlLines[_RunInRootFrame$Deter].includes(
                "DetermineComponentFrameRoot"
              ); )
                _RunInRootFrame$Deter++;
              if (namePropDescriptor === sampleLines.length || _RunInRootFrame$Deter === controlLines.length)
                for (namePropDescriptor = sampleLines.length - 1, _RunInRootFrame$Deter = controlLines.length - 1; 1 <= namePropDescriptor && 0 <= _RunInRootFrame$Deter && sampleLines[namePropDescriptor] !== controlLines[_RunInRootFrame$Deter]; )
                  _RunInRootFrame$Deter--;
              for (; 1 <= namePropDescriptor && 0 <= _RunInRootFrame$Deter; namePropDescriptor--, _RunInRootFrame$Deter--)
                if (sampleLines[namePropDescriptor] !== controlLines[_RunInRootFrame$Deter]) {
                  if (1 !== namePropDescriptor || 1 !== _RunInRootFrame$Deter) {
                    do
                      if (namePropDescriptor--, _RunInRootFrame$Deter--, 0 > _RunInRootFrame$Deter || sampleLines[namePropDescriptor] !== controlLines[_RunInRootFrame$Deter]) {
                        var _frame = "\n" + sampleLines[namePropDescriptor].replace(
                          " at new ",
                          " at "
                        );
                        fn.displayName && _frame.includes("<anonymous>") && (_frame = _frame.replace("<anonymous>", fn.displayName));
                        "function" === typeof fn && componentFrameCache.set(fn, _frame);
                        return _frame;
                      }
                    while (1 <= namePropDescriptor && 0 <= _RunInRootFrame$Deter);
                  }
                  break;
                }
            }
          } finally {
            reentry = false, ReactSharedInternals.H = previousDispatcher2, reenableLogs(), Error.prepareStackTrace = frame;
          }
          sampleLines = (sampleLines = fn ? fn.displayName || fn.name : "") ? describeBuiltInComponentFrame(sampleLines) : "";
          "function" === typeof fn && componentFrameCache.set(fn, sampleLines);
          return sampleLines;
        }
        function describeComponentStackByType(type) {
          if ("string" === typeof type) return describeBuiltInComponentFrame(type);
          if ("function" === typeof type)
            return type.prototype && type.prototype.isReactComponent ? describeNativeComponentFrame(type, true) : describeNativeComponentFrame(type, false);
          if ("object" === typeof type && null !== type) {
            switch (type.$$typeof) {
              case REACT_FORWARD_REF_TYPE:
                return describeNativeComponentFrame(type.render, false);
              case REACT_MEMO_TYPE:
                return describeNativeComponentFrame(type.type, false);
              case REACT_LAZY_TYPE:
                var lazyComponent = type, payload = lazyComponent._payload;
                lazyComponent = lazyComponent._init;
                try {
                  type = lazyComponent(payload);
                } catch (x) {
                  return describeBuiltInComponentFrame("Lazy");
                }
                return describeComponentStackByType(type);
            }
            if ("string" === typeof type.name) {
              a: {
                payload = type.name;
                lazyComponent = type.env;
                type = type.debugLocation;
                if (null != type) {
                  type = formatOwnerStack(type);
                  var idx = type.lastIndexOf("\n");
                  type = -1 === idx ? type : type.slice(idx + 1);
                  if (-1 !== type.indexOf(payload)) {
                    payload = "\n" + type;
                    break a;
                  }
                }
                payload = describeBuiltInComponentFrame(
                  payload + (lazyComponent ? " [" + lazyComponent + "]" : "")
                );
              }
              return payload;
            }
          }
          switch (type) {
            case REACT_SUSPENSE_LIST_TYPE:
              return describeBuiltInComponentFrame("SuspenseList");
            case REACT_SUSPENSE_TYPE:
              return describeBuiltInComponentFrame("Suspense");
            case REACT_VIEW_TRANSITION_TYPE:
              return describeBuiltInComponentFrame("ViewTransition");
          }
          return "";
        }
        function isEligibleForOutlining(request, boundary) {
          return (500 < boundary.byteSize || boundary.defer) && null === boundary.preamble;
        }
        function defaultErrorHandler(error) {
          if ("object" === typeof error && null !== error && "string" === typeof error.environmentName) {
            var JSCompiler_inline_result = error.environmentName;
            error = [error].slice(0);
            "string" === typeof error[0] ? error.splice(
              0,
              1,
              "[%s] " + error[0],
              " " + JSCompiler_inline_result + " "
            ) : error.splice(0, 0, "[%s]", " " + JSCompiler_inline_result + " ");
            error.unshift(console);
            JSCompiler_inline_result = bind.apply(console.error, error);
            JSCompiler_inline_result();
          } else console.error(error);
          return null;
        }
        function RequestInstance(resumableState, renderState, rootFormatContext, progressiveChunkSize, onError2, onBrowserBailout, onAllReady, onShellReady, onShellError, onFatalError, formState) {
          var abortSet = /* @__PURE__ */ new Set();
          this.destination = null;
          this.flushScheduled = false;
          this.resumableState = resumableState;
          this.renderState = renderState;
          this.rootFormatContext = rootFormatContext;
          this.progressiveChunkSize = void 0 === progressiveChunkSize ? 12800 : progressiveChunkSize;
          this.status = 10;
          this.fatalError = null;
          this.aborted = false;
          this.pendingRootTasks = this.allPendingTasks = this.nextSegmentId = 0;
          this.completedPreambleSegments = this.completedRootSegment = null;
          this.byteSize = 0;
          this.abortableTasks = abortSet;
          this.pingedTasks = [];
          this.currentTask = null;
          this.clientRenderedBoundaries = [];
          this.completedBoundaries = [];
          this.partialBoundaries = [];
          this.postponedState = this.trackedPostpones = null;
          this.onError = void 0 === onError2 ? defaultErrorHandler : onError2;
          this.onBrowserBailout = void 0 === onBrowserBailout ? noop : onBrowserBailout;
          this.onAllReady = void 0 === onAllReady ? noop : onAllReady;
          this.onShellReady = void 0 === onShellReady ? noop : onShellReady;
          this.onShellError = void 0 === onShellError ? noop : onShellError;
          this.onFatalError = void 0 === onFatalError ? noop : onFatalError;
          this.renderLifetimeController = null;
          this.formState = void 0 === formState ? null : formState;
          this.didWarnForKey = null;
        }
        function createRequest(children, resumableState, renderState, rootFormatContext, progressiveChunkSize, onError2, onBrowserBailout, onAllReady, onShellReady, onShellError, onFatalError, formState) {
          var now = getCurrentTime();
          1e3 < now - lastResetTime && (ReactSharedInternals.recentlyCreatedOwnerStacks = 0, lastResetTime = now);
          resumableState = new RequestInstance(
            resumableState,
            renderState,
            rootFormatContext,
            progressiveChunkSize,
            onError2,
            onBrowserBailout,
            onAllReady,
            onShellReady,
            onShellError,
            onFatalError,
            formState
          );
          renderState = createPendingSegment(
            resumableState,
            0,
            null,
            rootFormatContext,
            false,
            false
          );
          renderState.parentFlushed = true;
          children = createRenderTask(
            resumableState,
            null,
            children,
            -1,
            null,
            renderState,
            null,
            null,
            resumableState.abortableTasks,
            null,
            rootFormatContext,
            null,
            emptyTreeContext,
            null,
            null,
            emptyContextObject,
            null
          );
          pushComponentStack(children);
          resumableState.pingedTasks.push(children);
          return resumableState;
        }
        function pingTask(request, task) {
          request.pingedTasks.push(task);
          1 === request.pingedTasks.length && (request.flushScheduled = null !== request.destination, performWork(request));
        }
        function createSuspenseBoundary(request, row, fallbackAbortableTasks, preamble, defer) {
          fallbackAbortableTasks = {
            status: PENDING,
            rootSegmentID: -1,
            parentFlushed: false,
            pendingTasks: 0,
            row,
            completedSegments: [],
            byteSize: 0,
            defer,
            fallbackAbortableTasks,
            errorDigest: null,
            contentState: createHoistableState(),
            fallbackState: createHoistableState(),
            preamble,
            tracked: null,
            errorMessage: null,
            errorStack: null,
            errorComponentStack: null
          };
          null !== row && (row.pendingTasks++, preamble = row.boundaries, null !== preamble && (request.allPendingTasks++, fallbackAbortableTasks.pendingTasks++, preamble.push(fallbackAbortableTasks)), request = row.inheritedHoistables, null !== request && hoistHoistables(fallbackAbortableTasks.contentState, request));
          return fallbackAbortableTasks;
        }
        function createRenderTask(request, thenableState2, node, childIndex, blockedBoundary, blockedSegment, blockedPreamble, hoistableState, abortSet, keyPath, formatContext, context, treeContext, row, componentStack, legacyContext, debugTask) {
          request.allPendingTasks++;
          null === blockedBoundary ? request.pendingRootTasks++ : blockedBoundary.pendingTasks++;
          null !== row && row.pendingTasks++;
          var task$jscomp$0 = {
            replay: null,
            node,
            childIndex,
            ping: {
              resolve: function() {
                return pingTask(request, task$jscomp$0);
              },
              reject: function(error) {
                var task = task$jscomp$0;
                request.aborted ? task.abortSet.delete(task) && finishAbortedTaskDEV(task, request, error) : pingTask(request, task);
              }
            },
            blockedBoundary,
            blockedSegment,
            blockedPreamble,
            hoistableState,
            abortSet,
            keyPath,
            formatContext,
            context,
            treeContext,
            row,
            componentStack,
            thenableState: thenableState2
          };
          task$jscomp$0.debugTask = debugTask;
          abortSet.add(task$jscomp$0);
          return task$jscomp$0;
        }
        function createReplayTask(request, thenableState2, replay, node, childIndex, blockedBoundary, hoistableState, abortSet, keyPath, formatContext, context, treeContext, row, componentStack, legacyContext, debugTask) {
          request.allPendingTasks++;
          null === blockedBoundary ? request.pendingRootTasks++ : blockedBoundary.pendingTasks++;
          null !== row && row.pendingTasks++;
          replay.pendingTasks++;
          var task$jscomp$0 = {
            replay,
            node,
            childIndex,
            ping: {
              resolve: function() {
                return pingTask(request, task$jscomp$0);
              },
              reject: function(error) {
                var task = task$jscomp$0;
                request.aborted ? task.abortSet.delete(task) && finishAbortedTaskDEV(task, request, error) : pingTask(request, task);
              }
            },
            blockedBoundary,
            blockedSegment: null,
            blockedPreamble: null,
            hoistableState,
            abortSet,
            keyPath,
            formatContext,
            context,
            treeContext,
            row,
            componentStack,
            thenableState: thenableState2
          };
          task$jscomp$0.debugTask = debugTask;
          abortSet.add(task$jscomp$0);
          return task$jscomp$0;
        }
        function createPendingSegment(request, index, boundary, parentFormatContext, lastPushedText, textEmbedded) {
          return {
            status: PENDING,
            parentFlushed: false,
            id: -1,
            index,
            chunks: [],
            children: [],
            preambleChildren: [],
            parentFormatContext,
            boundary,
            lastPushedText,
            textEmbedded
          };
        }
        function getCurrentStackInDEV() {
          if (null === currentTaskInDEV || null === currentTaskInDEV.componentStack)
            return "";
          var componentStack = currentTaskInDEV.componentStack;
          try {
            var info = "";
            if ("string" === typeof componentStack.type)
              info += describeBuiltInComponentFrame(componentStack.type);
            else if ("function" === typeof componentStack.type) {
              if (!componentStack.owner) {
                var JSCompiler_temp_const = info, fn = componentStack.type, name = fn ? fn.displayName || fn.name : "";
                var JSCompiler_inline_result = name ? describeBuiltInComponentFrame(name) : "";
                info = JSCompiler_temp_const + JSCompiler_inline_result;
              }
            } else
              componentStack.owner || (info += describeComponentStackByType(componentStack.type));
            for (; componentStack; )
              JSCompiler_temp_const = null, null != componentStack.debugStack ? JSCompiler_temp_const = formatOwnerStack(
                componentStack.debugStack
              ) : (JSCompiler_inline_result = componentStack, null != JSCompiler_inline_result.stack && (JSCompiler_temp_const = "string" !== typeof JSCompiler_inline_result.stack ? JSCompiler_inline_result.stack = formatOwnerStack(
                JSCompiler_inline_result.stack
              ) : JSCompiler_inline_result.stack)), (componentStack = componentStack.owner) && JSCompiler_temp_const && (info += "\n" + JSCompiler_temp_const);
            var JSCompiler_inline_result$jscomp$0 = info;
          } catch (x) {
            JSCompiler_inline_result$jscomp$0 = "\nError generating stack: " + x.message + "\n" + x.stack;
          }
          return JSCompiler_inline_result$jscomp$0;
        }
        function pushHaltedAwaitOnComponentStack(task, debugInfo) {
          if (null != debugInfo)
            for (var i = debugInfo.length - 1; 0 <= i; i--) {
              var info = debugInfo[i];
              if (null != info.awaited) {
                var bestStack = null == info.debugStack ? info.awaited : info;
                if (void 0 !== bestStack.debugStack) {
                  task.componentStack = {
                    parent: task.componentStack,
                    type: info,
                    owner: bestStack.owner,
                    stack: bestStack.debugStack
                  };
                  task.debugTask = bestStack.debugTask;
                  break;
                }
              }
            }
        }
        function pushSuspendedCallSiteOnComponentStack(request, task) {
          shouldCaptureSuspendedCallSite = true;
          var restoreThenableState = ensureSuspendableThenableStateDEV(
            task.thenableState
          );
          try {
            var prevStatus = request.status, prevAborted = request.aborted;
            request.status = 14;
            request.aborted = false;
            var prevContext = currentActiveSnapshot, prevDispatcher = ReactSharedInternals.H;
            ReactSharedInternals.H = HooksDispatcher;
            var prevAsyncDispatcher = ReactSharedInternals.A;
            ReactSharedInternals.A = DefaultAsyncDispatcher;
            var prevRequest = currentRequest;
            currentRequest = request;
            var prevGetCurrentStackImpl = ReactSharedInternals.getCurrentStack;
            ReactSharedInternals.getCurrentStack = getCurrentStackInDEV;
            var prevResumableState = currentResumableState;
            currentResumableState = request.resumableState;
            switchContext(task.context);
            var prevTaskInDEV = currentTaskInDEV;
            currentTaskInDEV = task;
            try {
              retryNode(request, task);
            } catch (x) {
              resetHooksState();
            } finally {
              currentTaskInDEV = prevTaskInDEV, currentResumableState = prevResumableState, ReactSharedInternals.H = prevDispatcher, ReactSharedInternals.A = prevAsyncDispatcher, ReactSharedInternals.getCurrentStack = prevGetCurrentStackImpl, prevDispatcher === HooksDispatcher && switchContext(prevContext), currentRequest = prevRequest, request.status = prevStatus, request.aborted = prevAborted;
            }
          } finally {
            restoreThenableState(), shouldCaptureSuspendedCallSite = false;
          }
          null === suspendedCallSiteStack ? request = null : (request = suspendedCallSiteStack, suspendedCallSiteStack = null);
          null === suspendedCallSiteDebugTask ? restoreThenableState = null : (restoreThenableState = suspendedCallSiteDebugTask, suspendedCallSiteDebugTask = null);
          null !== request && (task.componentStack = {
            owner: task.componentStack,
            parent: request.parent,
            stack: request.stack,
            type: request.type
          });
          task.debugTask = restoreThenableState;
        }
        function pushServerComponentStack(task, debugInfo) {
          if (null != debugInfo)
            for (var i = 0; i < debugInfo.length; i++) {
              var componentInfo = debugInfo[i];
              "string" === typeof componentInfo.name && void 0 !== componentInfo.debugStack && (task.componentStack = {
                parent: task.componentStack,
                type: componentInfo,
                owner: componentInfo.owner,
                stack: componentInfo.debugStack
              }, task.debugTask = componentInfo.debugTask);
            }
        }
        function pushComponentStack(task) {
          var node = task.node;
          if ("object" === typeof node && null !== node)
            switch (node.$$typeof) {
              case REACT_ELEMENT_TYPE:
                var type = node.type, owner = node._owner, stack = node._debugStack;
                pushServerComponentStack(task, node._debugInfo);
                task.debugTask = node._debugTask;
                task.componentStack = {
                  parent: task.componentStack,
                  type,
                  owner,
                  stack
                };
                break;
              case REACT_LAZY_TYPE:
                pushServerComponentStack(task, node._debugInfo);
                break;
              default:
                "function" === typeof node.then && pushServerComponentStack(task, node._debugInfo);
            }
        }
        function replaceSuspenseComponentStackWithSuspenseFallbackStack(componentStack) {
          return null === componentStack ? null : {
            parent: componentStack.parent,
            type: "Suspense Fallback",
            owner: componentStack.owner,
            stack: componentStack.stack
          };
        }
        function getThrownInfo(node$jscomp$0) {
          var errorInfo = {};
          node$jscomp$0 && Object.defineProperty(errorInfo, "componentStack", {
            configurable: true,
            enumerable: true,
            get: function() {
              try {
                var info = "", node = node$jscomp$0;
                do
                  info += describeComponentStackByType(node.type), node = node.parent;
                while (node);
                var stack = info;
              } catch (x) {
                stack = "\nError generating stack: " + x.message + "\n" + x.stack;
              }
              Object.defineProperty(errorInfo, "componentStack", {
                value: stack
              });
              return stack;
            }
          });
          return errorInfo;
        }
        function encodeErrorForBoundary(boundary, digest, error, thrownInfo, wasAborted) {
          boundary.errorDigest = digest;
          isRecoverableError(error) ? boundary.errorMessage = wasAborted ? "Switched to client rendering because the server render was aborted with a request to render on the client." : "Switched to client rendering because a component requested it." : (error instanceof Error ? (digest = String(error.message), error = String(error.stack)) : (digest = "object" === typeof error && null !== error ? describeObjectForErrorMessage(error) : String(error), error = null), wasAborted = wasAborted ? "Switched to client rendering because the server rendering aborted due to:\n\n" : "Switched to client rendering because the server rendering errored:\n\n", boundary.errorMessage = wasAborted + digest, boundary.errorStack = null !== error ? wasAborted + error : null);
          boundary.errorComponentStack = thrownInfo.componentStack;
        }
        function logRecoverableError(request, error, errorInfo, debugTask) {
          if (isRecoverableError(error))
            return request = request.onBrowserBailout, debugTask ? debugTask.run(request.bind(null, error, errorInfo)) : request(error, errorInfo), REACT_RECOVERABLE_DIGEST;
          request = request.onError;
          error = debugTask ? debugTask.run(request.bind(null, error, errorInfo)) : request(error, errorInfo);
          if (null != error && "string" !== typeof error)
            console.error(
              'onError returned something with a type other than "string". onError should return a string and may return null or undefined but must not return anything else. It received something of type "%s" instead',
              typeof error
            );
          else return "" === error ? void 0 : error;
        }
        function fatalError(request, error, errorInfo, debugTask) {
          errorInfo = request.onShellError;
          var onFatalError = request.onFatalError, shellComplete = 0 === request.pendingRootTasks;
          debugTask ? (shellComplete || debugTask.run(errorInfo.bind(null, error)), debugTask.run(onFatalError.bind(null, error))) : (shellComplete || errorInfo(error), onFatalError(error));
          endRenderLifetime(request);
          null !== request.destination ? (request.status = CLOSED, request.destination.destroy(error)) : (request.status = 12, request.aborted || (request.fatalError = error));
        }
        function finishSuspenseListRow(request, row) {
          unblockSuspenseListRow(request, row.next, row.hoistables);
        }
        function unblockSuspenseListRow(request, unblockedRow, inheritedHoistables) {
          for (; null !== unblockedRow; ) {
            null !== inheritedHoistables && (hoistHoistables(unblockedRow.hoistables, inheritedHoistables), unblockedRow.inheritedHoistables = inheritedHoistables);
            var unblockedBoundaries = unblockedRow.boundaries;
            if (null !== unblockedBoundaries) {
              unblockedRow.boundaries = null;
              for (var i = 0; i < unblockedBoundaries.length; i++) {
                var unblockedBoundary = unblockedBoundaries[i];
                null !== inheritedHoistables && hoistHoistables(
                  unblockedBoundary.contentState,
                  inheritedHoistables
                );
                finishedTask(request, unblockedBoundary, null, null);
              }
            }
            unblockedRow.pendingTasks--;
            if (0 < unblockedRow.pendingTasks) break;
            inheritedHoistables = unblockedRow.hoistables;
            unblockedRow = unblockedRow.next;
          }
        }
        function tryToResolveTogetherRow(request, togetherRow) {
          var boundaries = togetherRow.boundaries;
          if (null !== boundaries && togetherRow.pendingTasks === boundaries.length) {
            for (var allCompleteAndInlinable = true, i = 0; i < boundaries.length; i++) {
              var rowBoundary = boundaries[i];
              if (1 !== rowBoundary.pendingTasks || rowBoundary.parentFlushed || isEligibleForOutlining(request, rowBoundary)) {
                allCompleteAndInlinable = false;
                break;
              }
            }
            allCompleteAndInlinable && unblockSuspenseListRow(request, togetherRow, togetherRow.hoistables);
          }
        }
        function createSuspenseListRow(previousRow) {
          var newRow = {
            pendingTasks: 1,
            boundaries: null,
            hoistables: createHoistableState(),
            inheritedHoistables: null,
            together: false,
            next: null
          };
          null !== previousRow && 0 < previousRow.pendingTasks && (newRow.pendingTasks++, newRow.boundaries = [], previousRow.next = newRow);
          return newRow;
        }
        function renderSuspenseListRows(request, task, keyPath, rows, revealOrder) {
          var prevKeyPath = task.keyPath, prevTreeContext = task.treeContext, prevRow = task.row, previousComponentStack = task.componentStack;
          var previousDebugTask = task.debugTask;
          pushServerComponentStack(task, task.node.props.children._debugInfo);
          task.keyPath = keyPath;
          keyPath = rows.length;
          var previousSuspenseListRow = null;
          if (null !== task.replay) {
            var resumeSlots = task.replay.slots;
            if (null !== resumeSlots && "object" === typeof resumeSlots)
              for (var n = 0; n < keyPath; n++) {
                var i = "backwards" !== revealOrder && "unstable_legacy-backwards" !== revealOrder ? n : keyPath - 1 - n, node = rows[i];
                task.row = previousSuspenseListRow = createSuspenseListRow(
                  previousSuspenseListRow
                );
                task.treeContext = pushTreeContext(prevTreeContext, keyPath, i);
                var resumeSegmentID = resumeSlots[i];
                "number" === typeof resumeSegmentID ? (resumeNode(request, task, resumeSegmentID, node, i), delete resumeSlots[i]) : renderNode(request, task, node, i);
                0 === --previousSuspenseListRow.pendingTasks && finishSuspenseListRow(request, previousSuspenseListRow);
              }
            else
              for (resumeSlots = 0; resumeSlots < keyPath; resumeSlots++)
                n = "backwards" !== revealOrder && "unstable_legacy-backwards" !== revealOrder ? resumeSlots : keyPath - 1 - resumeSlots, i = rows[n], warnForMissingKey(request, task, i), task.row = previousSuspenseListRow = createSuspenseListRow(previousSuspenseListRow), task.treeContext = pushTreeContext(prevTreeContext, keyPath, n), renderNode(request, task, i, n), 0 === --previousSuspenseListRow.pendingTasks && finishSuspenseListRow(request, previousSuspenseListRow);
          } else if ("backwards" !== revealOrder && "unstable_legacy-backwards" !== revealOrder)
            for (revealOrder = 0; revealOrder < keyPath; revealOrder++)
              resumeSlots = rows[revealOrder], warnForMissingKey(request, task, resumeSlots), task.row = previousSuspenseListRow = createSuspenseListRow(previousSuspenseListRow), task.treeContext = pushTreeContext(
                prevTreeContext,
                keyPath,
                revealOrder
              ), renderNode(request, task, resumeSlots, revealOrder), 0 === --previousSuspenseListRow.pendingTasks && finishSuspenseListRow(request, previousSuspenseListRow);
          else {
            resumeSlots = task.blockedSegment;
            n = resumeSlots.children.length;
            i = resumeSlots.chunks.length;
            for (node = 0; node < keyPath; node++) {
              resumeSegmentID = "unstable_legacy-backwards" === revealOrder ? keyPath - 1 - node : node;
              var _node3 = rows[resumeSegmentID];
              task.row = previousSuspenseListRow = createSuspenseListRow(
                previousSuspenseListRow
              );
              task.treeContext = pushTreeContext(
                prevTreeContext,
                keyPath,
                resumeSegmentID
              );
              var newSegment = createPendingSegment(
                request,
                i,
                null,
                task.formatContext,
                0 === resumeSegmentID ? resumeSlots.lastPushedText : true,
                true
              );
              resumeSlots.children.splice(n, 0, newSegment);
              task.blockedSegment = newSegment;
              warnForMissingKey(request, task, _node3);
              try {
                renderNode(request, task, _node3, resumeSegmentID), pushSegmentFinale(
                  newSegment.chunks,
                  request.renderState,
                  newSegment.lastPushedText,
                  newSegment.textEmbedded
                ), newSegment.status = COMPLETED, 0 === --previousSuspenseListRow.pendingTasks && finishSuspenseListRow(request, previousSuspenseListRow);
              } catch (thrownValue) {
                throw newSegment.status = request.aborted ? ABORTED : ERRORED, thrownValue;
              }
            }
            task.blockedSegment = resumeSlots;
            resumeSlots.lastPushedText = false;
          }
          null !== prevRow && null !== previousSuspenseListRow && 0 < previousSuspenseListRow.pendingTasks && (prevRow.pendingTasks++, previousSuspenseListRow.next = prevRow);
          task.treeContext = prevTreeContext;
          task.row = prevRow;
          task.keyPath = prevKeyPath;
          task.componentStack = previousComponentStack;
          task.debugTask = previousDebugTask;
        }
        function renderWithHooks(request, task, keyPath, Component, props, secondArg) {
          var prevThenableState = task.thenableState;
          task.thenableState = null;
          currentlyRenderingComponent = {};
          currentlyRenderingTask = task;
          currentlyRenderingRequest = request;
          currentlyRenderingKeyPath = keyPath;
          isInHookUserCodeInDev = false;
          actionStateCounter = localIdCounter = 0;
          actionStateMatchingIndex = -1;
          thenableIndexCounter = 0;
          thenableState = prevThenableState;
          for (request = callComponentInDEV(Component, props, secondArg); didScheduleRenderPhaseUpdate; )
            didScheduleRenderPhaseUpdate = false, actionStateCounter = localIdCounter = 0, actionStateMatchingIndex = -1, thenableIndexCounter = 0, numberOfReRenders += 1, workInProgressHook = null, request = Component(props, secondArg);
          resetHooksState();
          return request;
        }
        function finishFunctionComponent(request, task, keyPath, children, hasId, actionStateCount, actionStateMatchingIndex2) {
          var didEmitActionStateMarkers = false;
          if (0 !== actionStateCount && null !== request.formState) {
            var segment = task.blockedSegment;
            if (null !== segment) {
              didEmitActionStateMarkers = true;
              segment = segment.chunks;
              for (var i = 0; i < actionStateCount; i++)
                i === actionStateMatchingIndex2 ? segment.push("<!--F!-->") : segment.push("<!--F-->");
            }
          }
          actionStateCount = task.keyPath;
          task.keyPath = keyPath;
          hasId ? (keyPath = task.treeContext, task.treeContext = pushTreeContext(keyPath, 1, 0), renderNode(request, task, children, -1), task.treeContext = keyPath) : didEmitActionStateMarkers ? renderNode(request, task, children, -1) : renderNodeDestructive(request, task, children, -1);
          task.keyPath = actionStateCount;
        }
        function renderElement(request, task, keyPath, type, props, ref) {
          if ("function" === typeof type)
            if (type.prototype && type.prototype.isReactComponent) {
              var newProps = props;
              if ("ref" in props) {
                newProps = {};
                for (var propName in props)
                  "ref" !== propName && (newProps[propName] = props[propName]);
              }
              var defaultProps = type.defaultProps;
              if (defaultProps) {
                newProps === props && (newProps = assign({}, newProps, props));
                for (var _propName in defaultProps)
                  void 0 === newProps[_propName] && (newProps[_propName] = defaultProps[_propName]);
              }
              var resolvedProps = newProps;
              var context = emptyContextObject, contextType = type.contextType;
              if ("contextType" in type && null !== contextType && (void 0 === contextType || contextType.$$typeof !== REACT_CONTEXT_TYPE) && !didWarnAboutInvalidateContextType.has(type)) {
                didWarnAboutInvalidateContextType.add(type);
                var addendum = void 0 === contextType ? " However, it is set to undefined. This can be caused by a typo or by mixing up named and default imports. This can also happen due to a circular dependency, so try moving the createContext() call to a separate file." : "object" !== typeof contextType ? " However, it is set to a " + typeof contextType + "." : contextType.$$typeof === REACT_CONSUMER_TYPE ? " Did you accidentally pass the Context.Consumer instead?" : " However, it is set to an object with keys {" + Object.keys(contextType).join(", ") + "}.";
                console.error(
                  "%s defines an invalid contextType. contextType should point to the Context object returned by React.createContext().%s",
                  getComponentNameFromType(type) || "Component",
                  addendum
                );
              }
              "object" === typeof contextType && null !== contextType && (context = contextType._currentValue2);
              var instance = new type(resolvedProps, context);
              if ("function" === typeof type.getDerivedStateFromProps && (null === instance.state || void 0 === instance.state)) {
                var componentName = getComponentNameFromType(type) || "Component";
                didWarnAboutUninitializedState.has(componentName) || (didWarnAboutUninitializedState.add(componentName), console.error(
                  "`%s` uses `getDerivedStateFromProps` but its initial state is %s. This is not recommended. Instead, define the initial state by assigning an object to `this.state` in the constructor of `%s`. This ensures that `getDerivedStateFromProps` arguments have a consistent shape.",
                  componentName,
                  null === instance.state ? "null" : "undefined",
                  componentName
                ));
              }
              if ("function" === typeof type.getDerivedStateFromProps || "function" === typeof instance.getSnapshotBeforeUpdate) {
                var foundWillMountName = null, foundWillReceivePropsName = null, foundWillUpdateName = null;
                "function" === typeof instance.componentWillMount && true !== instance.componentWillMount.__suppressDeprecationWarning ? foundWillMountName = "componentWillMount" : "function" === typeof instance.UNSAFE_componentWillMount && (foundWillMountName = "UNSAFE_componentWillMount");
                "function" === typeof instance.componentWillReceiveProps && true !== instance.componentWillReceiveProps.__suppressDeprecationWarning ? foundWillReceivePropsName = "componentWillReceiveProps" : "function" === typeof instance.UNSAFE_componentWillReceiveProps && (foundWillReceivePropsName = "UNSAFE_componentWillReceiveProps");
                "function" === typeof instance.componentWillUpdate && true !== instance.componentWillUpdate.__suppressDeprecationWarning ? foundWillUpdateName = "componentWillUpdate" : "function" === typeof instance.UNSAFE_componentWillUpdate && (foundWillUpdateName = "UNSAFE_componentWillUpdate");
                if (null !== foundWillMountName || null !== foundWillReceivePropsName || null !== foundWillUpdateName) {
                  var _componentName = getComponentNameFromType(type) || "Component", newApiName = "function" === typeof type.getDerivedStateFromProps ? "getDerivedStateFromProps()" : "getSnapshotBeforeUpdate()";
                  didWarnAboutLegacyLifecyclesAndDerivedState.has(_componentName) || (didWarnAboutLegacyLifecyclesAndDerivedState.add(
                    _componentName
                  ), console.error(
                    "Unsafe legacy lifecycles will not be called for components using new component APIs.\n\n%s uses %s but also contains the following legacy lifecycles:%s%s%s\n\nThe above lifecycles should be removed. Learn more about this warning here:\nhttps://react.dev/link/unsafe-component-lifecycles",
                    _componentName,
                    newApiName,
                    null !== foundWillMountName ? "\n  " + foundWillMountName : "",
                    null !== foundWillReceivePropsName ? "\n  " + foundWillReceivePropsName : "",
                    null !== foundWillUpdateName ? "\n  " + foundWillUpdateName : ""
                  ));
                }
              }
              var name = getComponentNameFromType(type) || "Component";
              instance.render || (type.prototype && "function" === typeof type.prototype.render ? console.error(
                "No `render` method found on the %s instance: did you accidentally return an object from the constructor?",
                name
              ) : console.error(
                "No `render` method found on the %s instance: you may have forgotten to define `render`.",
                name
              ));
              !instance.getInitialState || instance.getInitialState.isReactClassApproved || instance.state || console.error(
                "getInitialState was defined on %s, a plain JavaScript class. This is only supported for classes created using React.createClass. Did you mean to define a state property instead?",
                name
              );
              instance.getDefaultProps && !instance.getDefaultProps.isReactClassApproved && console.error(
                "getDefaultProps was defined on %s, a plain JavaScript class. This is only supported for classes created using React.createClass. Use a static property to define defaultProps instead.",
                name
              );
              instance.contextType && console.error(
                "contextType was defined as an instance property on %s. Use a static property to define contextType instead.",
                name
              );
              type.childContextTypes && !didWarnAboutChildContextTypes.has(type) && (didWarnAboutChildContextTypes.add(type), console.error(
                "%s uses the legacy childContextTypes API which was removed in React 19. Use React.createContext() instead. (https://react.dev/link/legacy-context)",
                name
              ));
              type.contextTypes && !didWarnAboutContextTypes$1.has(type) && (didWarnAboutContextTypes$1.add(type), console.error(
                "%s uses the legacy contextTypes API which was removed in React 19. Use React.createContext() with static contextType instead. (https://react.dev/link/legacy-context)",
                name
              ));
              "function" === typeof instance.componentShouldUpdate && console.error(
                "%s has a method called componentShouldUpdate(). Did you mean shouldComponentUpdate()? The name is phrased as a question because the function is expected to return a value.",
                name
              );
              type.prototype && type.prototype.isPureReactComponent && "undefined" !== typeof instance.shouldComponentUpdate && console.error(
                "%s has a method called shouldComponentUpdate(). shouldComponentUpdate should not be used when extending React.PureComponent. Please extend React.Component if shouldComponentUpdate is used.",
                getComponentNameFromType(type) || "A pure component"
              );
              "function" === typeof instance.componentDidUnmount && console.error(
                "%s has a method called componentDidUnmount(). But there is no such lifecycle method. Did you mean componentWillUnmount()?",
                name
              );
              "function" === typeof instance.componentDidReceiveProps && console.error(
                "%s has a method called componentDidReceiveProps(). But there is no such lifecycle method. If you meant to update the state in response to changing props, use componentWillReceiveProps(). If you meant to fetch data or run side-effects or mutations after React has updated the UI, use componentDidUpdate().",
                name
              );
              "function" === typeof instance.componentWillRecieveProps && console.error(
                "%s has a method called componentWillRecieveProps(). Did you mean componentWillReceiveProps()?",
                name
              );
              "function" === typeof instance.UNSAFE_componentWillRecieveProps && console.error(
                "%s has a method called UNSAFE_componentWillRecieveProps(). Did you mean UNSAFE_componentWillReceiveProps()?",
                name
              );
              var hasMutatedProps = instance.props !== resolvedProps;
              void 0 !== instance.props && hasMutatedProps && console.error(
                "When calling super() in `%s`, make sure to pass up the same props that your component's constructor was passed.",
                name
              );
              instance.defaultProps && console.error(
                "Setting defaultProps as an instance property on %s is not supported and will be ignored. Instead, define defaultProps as a static property on %s.",
                name,
                name
              );
              "function" !== typeof instance.getSnapshotBeforeUpdate || "function" === typeof instance.componentDidUpdate || didWarnAboutGetSnapshotBeforeUpdateWithoutDidUpdate.has(type) || (didWarnAboutGetSnapshotBeforeUpdateWithoutDidUpdate.add(type), console.error(
                "%s: getSnapshotBeforeUpdate() should be used with componentDidUpdate(). This component defines getSnapshotBeforeUpdate() only.",
                getComponentNameFromType(type)
              ));
              "function" === typeof instance.getDerivedStateFromProps && console.error(
                "%s: getDerivedStateFromProps() is defined as an instance method and will be ignored. Instead, declare it as a static method.",
                name
              );
              "function" === typeof instance.getDerivedStateFromError && console.error(
                "%s: getDerivedStateFromError() is defined as an instance method and will be ignored. Instead, declare it as a static method.",
                name
              );
              "function" === typeof type.getSnapshotBeforeUpdate && console.error(
                "%s: getSnapshotBeforeUpdate() is defined as a static method and will be ignored. Instead, declare it as an instance method.",
                name
              );
              var state = instance.state;
              state && ("object" !== typeof state || isArrayImpl(state)) && console.error("%s.state: must be set to an object or null", name);
              "function" === typeof instance.getChildContext && "object" !== typeof type.childContextTypes && console.error(
                "%s.getChildContext(): childContextTypes must be defined in order to use getChildContext().",
                name
              );
              var initialState = void 0 !== instance.state ? instance.state : null;
              instance.updater = classComponentUpdater;
              instance.props = resolvedProps;
              instance.state = initialState;
              var internalInstance = { queue: [], replace: false };
              instance._reactInternals = internalInstance;
              var contextType$jscomp$0 = type.contextType;
              instance.context = "object" === typeof contextType$jscomp$0 && null !== contextType$jscomp$0 ? contextType$jscomp$0._currentValue2 : emptyContextObject;
              if (instance.state === resolvedProps) {
                var componentName$jscomp$0 = getComponentNameFromType(type) || "Component";
                didWarnAboutDirectlyAssigningPropsToState.has(
                  componentName$jscomp$0
                ) || (didWarnAboutDirectlyAssigningPropsToState.add(
                  componentName$jscomp$0
                ), console.error(
                  "%s: It is not recommended to assign props directly to state because updates to props won't be reflected in state. In most cases, it is better to use props directly.",
                  componentName$jscomp$0
                ));
              }
              var getDerivedStateFromProps = type.getDerivedStateFromProps;
              if ("function" === typeof getDerivedStateFromProps) {
                var partialState = getDerivedStateFromProps(
                  resolvedProps,
                  initialState
                );
                if (void 0 === partialState) {
                  var componentName$jscomp$1 = getComponentNameFromType(type) || "Component";
                  didWarnAboutUndefinedDerivedState.has(componentName$jscomp$1) || (didWarnAboutUndefinedDerivedState.add(componentName$jscomp$1), console.error(
                    "%s.getDerivedStateFromProps(): A valid state object (or null) must be returned. You have returned undefined.",
                    componentName$jscomp$1
                  ));
                }
                var JSCompiler_inline_result = null === partialState || void 0 === partialState ? initialState : assign({}, initialState, partialState);
                instance.state = JSCompiler_inline_result;
              }
              if ("function" !== typeof type.getDerivedStateFromProps && "function" !== typeof instance.getSnapshotBeforeUpdate && ("function" === typeof instance.UNSAFE_componentWillMount || "function" === typeof instance.componentWillMount)) {
                var oldState = instance.state;
                if ("function" === typeof instance.componentWillMount) {
                  if (true !== instance.componentWillMount.__suppressDeprecationWarning) {
                    var componentName$jscomp$2 = getComponentNameFromType(type) || "Unknown";
                    didWarnAboutDeprecatedWillMount[componentName$jscomp$2] || (console.warn(
                      "componentWillMount has been renamed, and is not recommended for use. See https://react.dev/link/unsafe-component-lifecycles for details.\n\n* Move code from componentWillMount to componentDidMount (preferred in most cases) or the constructor.\n\nPlease update the following components: %s",
                      componentName$jscomp$2
                    ), didWarnAboutDeprecatedWillMount[componentName$jscomp$2] = true);
                  }
                  instance.componentWillMount();
                }
                "function" === typeof instance.UNSAFE_componentWillMount && instance.UNSAFE_componentWillMount();
                oldState !== instance.state && (console.error(
                  "%s.componentWillMount(): Assigning directly to this.state is deprecated (except inside a component's constructor). Use setState instead.",
                  getComponentNameFromType(type) || "Component"
                ), classComponentUpdater.enqueueReplaceState(
                  instance,
                  instance.state,
                  null
                ));
                if (null !== internalInstance.queue && 0 < internalInstance.queue.length) {
                  var oldQueue = internalInstance.queue, oldReplace = internalInstance.replace;
                  internalInstance.queue = null;
                  internalInstance.replace = false;
                  if (oldReplace && 1 === oldQueue.length)
                    instance.state = oldQueue[0];
                  else {
                    for (var nextState = oldReplace ? oldQueue[0] : instance.state, dontMutate = true, i = oldReplace ? 1 : 0; i < oldQueue.length; i++) {
                      var partial = oldQueue[i], partialState$jscomp$0 = "function" === typeof partial ? partial.call(
                        instance,
                        nextState,
                        resolvedProps,
                        void 0
                      ) : partial;
                      null != partialState$jscomp$0 && (dontMutate ? (dontMutate = false, nextState = assign(
                        {},
                        nextState,
                        partialState$jscomp$0
                      )) : assign(nextState, partialState$jscomp$0));
                    }
                    instance.state = nextState;
                  }
                } else internalInstance.queue = null;
              }
              var nextChildren = callRenderInDEV(instance);
              if (request.aborted) throw null;
              instance.props !== resolvedProps && (didWarnAboutReassigningProps || console.error(
                "It looks like %s is reassigning its own `this.props` while rendering. This is not supported and can lead to confusing bugs.",
                getComponentNameFromType(type) || "a component"
              ), didWarnAboutReassigningProps = true);
              var prevKeyPath = task.keyPath;
              task.keyPath = keyPath;
              renderNodeDestructive(request, task, nextChildren, -1);
              task.keyPath = prevKeyPath;
            } else {
              if (type.prototype && "function" === typeof type.prototype.render) {
                var componentName$jscomp$3 = getComponentNameFromType(type) || "Unknown";
                didWarnAboutBadClass[componentName$jscomp$3] || (console.error(
                  "The <%s /> component appears to have a render method, but doesn't extend React.Component. This is likely to cause errors. Change %s to extend React.Component instead.",
                  componentName$jscomp$3,
                  componentName$jscomp$3
                ), didWarnAboutBadClass[componentName$jscomp$3] = true);
              }
              var value = renderWithHooks(
                request,
                task,
                keyPath,
                type,
                props,
                void 0
              );
              if (request.aborted) throw null;
              var hasId = 0 !== localIdCounter, actionStateCount = actionStateCounter, actionStateMatchingIndex$jscomp$0 = actionStateMatchingIndex;
              if (type.contextTypes) {
                var _componentName$jscomp$0 = getComponentNameFromType(type) || "Unknown";
                didWarnAboutContextTypes[_componentName$jscomp$0] || (didWarnAboutContextTypes[_componentName$jscomp$0] = true, console.error(
                  "%s uses the legacy contextTypes API which was removed in React 19. Use React.createContext() with React.useContext() instead. (https://react.dev/link/legacy-context)",
                  _componentName$jscomp$0
                ));
              }
              type && type.childContextTypes && console.error(
                "childContextTypes cannot be defined on a function component.\n  %s.childContextTypes = ...",
                type.displayName || type.name || "Component"
              );
              if ("function" === typeof type.getDerivedStateFromProps) {
                var componentName$jscomp$4 = getComponentNameFromType(type) || "Unknown";
                didWarnAboutGetDerivedStateOnFunctionComponent[componentName$jscomp$4] || (console.error(
                  "%s: Function components do not support getDerivedStateFromProps.",
                  componentName$jscomp$4
                ), didWarnAboutGetDerivedStateOnFunctionComponent[componentName$jscomp$4] = true);
              }
              if ("object" === typeof type.contextType && null !== type.contextType) {
                var _componentName2 = getComponentNameFromType(type) || "Unknown";
                didWarnAboutContextTypeOnFunctionComponent[_componentName2] || (console.error(
                  "%s: Function components do not support contextType.",
                  _componentName2
                ), didWarnAboutContextTypeOnFunctionComponent[_componentName2] = true);
              }
              finishFunctionComponent(
                request,
                task,
                keyPath,
                value,
                hasId,
                actionStateCount,
                actionStateMatchingIndex$jscomp$0
              );
            }
          else if ("string" === typeof type) {
            var segment = task.blockedSegment;
            if (null === segment) {
              var children = props.children, prevContext = task.formatContext, prevKeyPath$jscomp$0 = task.keyPath;
              task.formatContext = getChildFormatContext(prevContext, type, props);
              task.keyPath = keyPath;
              renderNode(request, task, children, -1);
              task.formatContext = prevContext;
              task.keyPath = prevKeyPath$jscomp$0;
            } else {
              var _children = pushStartInstance(
                segment.chunks,
                type,
                props,
                request.resumableState,
                request.renderState,
                task.blockedPreamble,
                task.hoistableState,
                task.formatContext,
                segment.lastPushedText
              );
              segment.lastPushedText = false;
              var _prevContext2 = task.formatContext, _prevKeyPath3 = task.keyPath;
              task.keyPath = keyPath;
              if ((task.formatContext = getChildFormatContext(
                _prevContext2,
                type,
                props
              )).insertionMode === HTML_HEAD_MODE) {
                var preambleSegment = createPendingSegment(
                  request,
                  0,
                  null,
                  task.formatContext,
                  false,
                  false
                );
                segment.preambleChildren.push(preambleSegment);
                task.blockedSegment = preambleSegment;
                try {
                  renderNode(request, task, _children, -1), pushSegmentFinale(
                    preambleSegment.chunks,
                    request.renderState,
                    preambleSegment.lastPushedText,
                    preambleSegment.textEmbedded
                  ), preambleSegment.status = COMPLETED;
                } finally {
                  task.blockedSegment = segment;
                }
              } else renderNode(request, task, _children, -1);
              task.formatContext = _prevContext2;
              task.keyPath = _prevKeyPath3;
              a: {
                var target = segment.chunks, resumableState = request.resumableState;
                switch (type) {
                  case "title":
                  case "style":
                  case "script":
                  case "area":
                  case "base":
                  case "br":
                  case "col":
                  case "embed":
                  case "hr":
                  case "img":
                  case "input":
                  case "keygen":
                  case "link":
                  case "meta":
                  case "param":
                  case "source":
                  case "track":
                  case "wbr":
                    break a;
                  case "body":
                    if (_prevContext2.insertionMode <= HTML_HTML_MODE) {
                      resumableState.hasBody = true;
                      break a;
                    }
                    break;
                  case "html":
                    if (_prevContext2.insertionMode === ROOT_HTML_MODE) {
                      resumableState.hasHtml = true;
                      break a;
                    }
                    break;
                  case "head":
                    if (_prevContext2.insertionMode <= HTML_HTML_MODE) break a;
                }
                target.push(endChunkForTag(type));
              }
              segment.lastPushedText = false;
            }
          } else {
            switch (type) {
              case REACT_LEGACY_HIDDEN_TYPE:
              case REACT_STRICT_MODE_TYPE:
              case REACT_PROFILER_TYPE:
              case REACT_FRAGMENT_TYPE:
                var prevKeyPath$jscomp$1 = task.keyPath;
                task.keyPath = keyPath;
                renderNodeDestructive(request, task, props.children, -1);
                task.keyPath = prevKeyPath$jscomp$1;
                return;
              case REACT_ACTIVITY_TYPE:
                var segment$jscomp$0 = task.blockedSegment;
                if (null === segment$jscomp$0) {
                  if ("hidden" !== props.mode) {
                    var prevKeyPath$jscomp$2 = task.keyPath;
                    task.keyPath = keyPath;
                    renderNode(request, task, props.children, -1);
                    task.keyPath = prevKeyPath$jscomp$2;
                  }
                } else if ("hidden" !== props.mode) {
                  request.renderState.generateStaticMarkup || segment$jscomp$0.chunks.push("<!--&-->");
                  segment$jscomp$0.lastPushedText = false;
                  var _prevKeyPath4 = task.keyPath;
                  task.keyPath = keyPath;
                  renderNode(request, task, props.children, -1);
                  task.keyPath = _prevKeyPath4;
                  request.renderState.generateStaticMarkup || segment$jscomp$0.chunks.push("<!--/&-->");
                  segment$jscomp$0.lastPushedText = false;
                }
                return;
              case REACT_SUSPENSE_LIST_TYPE:
                a: {
                  var children$jscomp$0 = props.children, revealOrder = props.revealOrder;
                  if ("independent" !== revealOrder && "together" !== revealOrder) {
                    if (isArrayImpl(children$jscomp$0)) {
                      renderSuspenseListRows(
                        request,
                        task,
                        keyPath,
                        children$jscomp$0,
                        revealOrder
                      );
                      break a;
                    }
                    var iteratorFn = getIteratorFn(children$jscomp$0);
                    if (iteratorFn) {
                      var iterator = iteratorFn.call(children$jscomp$0);
                      if (iterator) {
                        validateIterable(
                          task,
                          children$jscomp$0,
                          -1,
                          iterator,
                          iteratorFn
                        );
                        var step = iterator.next();
                        if (!step.done) {
                          var rows = [];
                          do
                            rows.push(step.value), step = iterator.next();
                          while (!step.done);
                          renderSuspenseListRows(
                            request,
                            task,
                            keyPath,
                            children$jscomp$0,
                            revealOrder
                          );
                        }
                        break a;
                      }
                    }
                  }
                  if ("together" === revealOrder) {
                    var _prevKeyPath2 = task.keyPath, prevRow = task.row, newRow = task.row = createSuspenseListRow(null);
                    newRow.boundaries = [];
                    newRow.together = true;
                    task.keyPath = keyPath;
                    renderNodeDestructive(request, task, children$jscomp$0, -1);
                    0 === --newRow.pendingTasks && finishSuspenseListRow(request, newRow);
                    task.keyPath = _prevKeyPath2;
                    task.row = prevRow;
                    null !== prevRow && 0 < newRow.pendingTasks && (prevRow.pendingTasks++, newRow.next = prevRow);
                  } else {
                    var prevKeyPath$jscomp$3 = task.keyPath;
                    task.keyPath = keyPath;
                    renderNodeDestructive(request, task, children$jscomp$0, -1);
                    task.keyPath = prevKeyPath$jscomp$3;
                  }
                }
                return;
              case REACT_VIEW_TRANSITION_TYPE:
                var prevContext$jscomp$0 = task.formatContext, prevKeyPath$jscomp$4 = task.keyPath;
                var resumableState$jscomp$0 = request.resumableState;
                if (null == props.name || "auto" === props.name) {
                  var treeId = getTreeId(task.treeContext);
                  makeId(resumableState$jscomp$0, treeId, 0);
                }
                task.formatContext = prevContext$jscomp$0;
                task.keyPath = keyPath;
                if (null != props.name && "auto" !== props.name)
                  renderNodeDestructive(request, task, props.children, -1);
                else {
                  var prevTreeContext = task.treeContext;
                  task.treeContext = pushTreeContext(prevTreeContext, 1, 0);
                  renderNode(request, task, props.children, -1);
                  task.treeContext = prevTreeContext;
                }
                task.formatContext = prevContext$jscomp$0;
                task.keyPath = prevKeyPath$jscomp$4;
                return;
              case REACT_SCOPE_TYPE:
                throw Error(
                  "ReactDOMServer does not yet support scope components."
                );
              case REACT_SUSPENSE_TYPE:
                a: if (null !== task.replay) {
                  var _prevKeyPath = task.keyPath, _prevContext = task.formatContext, _prevRow = task.row;
                  task.keyPath = keyPath;
                  task.formatContext = getSuspenseContentFormatContext(
                    request.resumableState,
                    _prevContext
                  );
                  task.row = null;
                  var _content = props.children;
                  try {
                    renderNode(request, task, _content, -1);
                  } finally {
                    task.keyPath = _prevKeyPath, task.formatContext = _prevContext, task.row = _prevRow;
                  }
                } else {
                  var prevKeyPath$jscomp$5 = task.keyPath, prevContext$jscomp$1 = task.formatContext, prevRow$jscomp$0 = task.row, parentBoundary = task.blockedBoundary, parentPreamble = task.blockedPreamble, parentHoistableState = task.hoistableState, parentSegment = task.blockedSegment, fallback = props.fallback, content = props.children, fallbackAbortSet = /* @__PURE__ */ new Set(), newBoundary = createSuspenseBoundary(
                    request,
                    task.row,
                    fallbackAbortSet,
                    null,
                    false
                  ), boundarySegment = createPendingSegment(
                    request,
                    parentSegment.chunks.length,
                    newBoundary,
                    task.formatContext,
                    false,
                    false
                  );
                  parentSegment.children.push(boundarySegment);
                  parentSegment.lastPushedText = false;
                  var contentRootSegment = createPendingSegment(
                    request,
                    0,
                    null,
                    task.formatContext,
                    false,
                    false
                  );
                  contentRootSegment.parentFlushed = true;
                  var trackedPostpones = request.trackedPostpones;
                  if (null !== trackedPostpones) {
                    var suspenseComponentStack = task.componentStack, fallbackKeyPath = [
                      keyPath[0],
                      "Suspense Fallback",
                      keyPath[2]
                    ];
                    if (null !== trackedPostpones) {
                      var fallbackReplayNode = [
                        fallbackKeyPath[1],
                        fallbackKeyPath[2],
                        [],
                        null
                      ];
                      trackedPostpones.workingMap.set(
                        fallbackKeyPath,
                        fallbackReplayNode
                      );
                      newBoundary.tracked = {
                        contentKeyPath: keyPath,
                        fallbackNode: fallbackReplayNode
                      };
                    }
                    task.blockedSegment = boundarySegment;
                    task.blockedPreamble = null === newBoundary.preamble ? null : newBoundary.preamble.fallback;
                    task.keyPath = fallbackKeyPath;
                    task.formatContext = getSuspenseFallbackFormatContext(
                      request.resumableState,
                      prevContext$jscomp$1
                    );
                    task.componentStack = replaceSuspenseComponentStackWithSuspenseFallbackStack(
                      suspenseComponentStack
                    );
                    try {
                      renderNode(request, task, fallback, -1), pushSegmentFinale(
                        boundarySegment.chunks,
                        request.renderState,
                        boundarySegment.lastPushedText,
                        boundarySegment.textEmbedded
                      ), boundarySegment.status = COMPLETED;
                    } catch (thrownValue) {
                      throw boundarySegment.status = request.aborted ? ABORTED : ERRORED, thrownValue;
                    } finally {
                      task.blockedSegment = parentSegment, task.blockedPreamble = parentPreamble, task.keyPath = prevKeyPath$jscomp$5, task.formatContext = prevContext$jscomp$1;
                    }
                    var suspendedPrimaryTask = createRenderTask(
                      request,
                      null,
                      content,
                      -1,
                      newBoundary,
                      contentRootSegment,
                      null === newBoundary.preamble ? null : newBoundary.preamble.content,
                      newBoundary.contentState,
                      task.abortSet,
                      keyPath,
                      getSuspenseContentFormatContext(
                        request.resumableState,
                        task.formatContext
                      ),
                      task.context,
                      task.treeContext,
                      null,
                      suspenseComponentStack,
                      emptyContextObject,
                      task.debugTask
                    );
                    pushComponentStack(suspendedPrimaryTask);
                    request.pingedTasks.push(suspendedPrimaryTask);
                  } else {
                    task.blockedBoundary = newBoundary;
                    task.blockedPreamble = null === newBoundary.preamble ? null : newBoundary.preamble.content;
                    task.hoistableState = newBoundary.contentState;
                    task.blockedSegment = contentRootSegment;
                    task.keyPath = keyPath;
                    task.formatContext = getSuspenseContentFormatContext(
                      request.resumableState,
                      prevContext$jscomp$1
                    );
                    task.row = null;
                    try {
                      if (renderNode(request, task, content, -1), pushSegmentFinale(
                        contentRootSegment.chunks,
                        request.renderState,
                        contentRootSegment.lastPushedText,
                        contentRootSegment.textEmbedded
                      ), contentRootSegment.status = COMPLETED, queueCompletedSegment(newBoundary, contentRootSegment), 0 === newBoundary.pendingTasks && newBoundary.status === PENDING) {
                        if (newBoundary.status = COMPLETED, !isEligibleForOutlining(request, newBoundary)) {
                          null !== prevRow$jscomp$0 && 0 === --prevRow$jscomp$0.pendingTasks && finishSuspenseListRow(request, prevRow$jscomp$0);
                          0 === request.pendingRootTasks && task.blockedPreamble && preparePreamble(request);
                          break a;
                        }
                      } else
                        null !== prevRow$jscomp$0 && prevRow$jscomp$0.together && tryToResolveTogetherRow(request, prevRow$jscomp$0);
                    } catch (thrownValue$2) {
                      newBoundary.status = CLIENT_RENDERED;
                      if (request.aborted) {
                        contentRootSegment.status = ABORTED;
                        var error = request.fatalError;
                      } else
                        contentRootSegment.status = ERRORED, error = thrownValue$2;
                      var thrownInfo = getThrownInfo(task.componentStack), errorDigest = logRecoverableError(
                        request,
                        error,
                        thrownInfo,
                        task.debugTask
                      );
                      encodeErrorForBoundary(
                        newBoundary,
                        errorDigest,
                        error,
                        thrownInfo,
                        false
                      );
                      untrackBoundary(request, newBoundary);
                    } finally {
                      task.blockedBoundary = parentBoundary, task.blockedPreamble = parentPreamble, task.hoistableState = parentHoistableState, task.blockedSegment = parentSegment, task.keyPath = prevKeyPath$jscomp$5, task.formatContext = prevContext$jscomp$1, task.row = prevRow$jscomp$0;
                    }
                    var suspendedFallbackTask = createRenderTask(
                      request,
                      null,
                      fallback,
                      -1,
                      parentBoundary,
                      boundarySegment,
                      null === newBoundary.preamble ? null : newBoundary.preamble.fallback,
                      newBoundary.fallbackState,
                      fallbackAbortSet,
                      [keyPath[0], "Suspense Fallback", keyPath[2]],
                      getSuspenseFallbackFormatContext(
                        request.resumableState,
                        task.formatContext
                      ),
                      task.context,
                      task.treeContext,
                      task.row,
                      replaceSuspenseComponentStackWithSuspenseFallbackStack(
                        task.componentStack
                      ),
                      emptyContextObject,
                      task.debugTask
                    );
                    pushComponentStack(suspendedFallbackTask);
                    request.pingedTasks.push(suspendedFallbackTask);
                  }
                }
                return;
            }
            if ("object" === typeof type && null !== type)
              switch (type.$$typeof) {
                case REACT_FORWARD_REF_TYPE:
                  if ("ref" in props) {
                    var propsWithoutRef = {};
                    for (var key in props)
                      "ref" !== key && (propsWithoutRef[key] = props[key]);
                  } else propsWithoutRef = props;
                  var children$jscomp$1 = renderWithHooks(
                    request,
                    task,
                    keyPath,
                    type.render,
                    propsWithoutRef,
                    ref
                  );
                  finishFunctionComponent(
                    request,
                    task,
                    keyPath,
                    children$jscomp$1,
                    0 !== localIdCounter,
                    actionStateCounter,
                    actionStateMatchingIndex
                  );
                  return;
                case REACT_MEMO_TYPE:
                  renderElement(request, task, keyPath, type.type, props, ref);
                  return;
                case REACT_CONTEXT_TYPE:
                  var value$jscomp$0 = props.value, children$jscomp$2 = props.children;
                  var prevSnapshot = task.context;
                  var prevKeyPath$jscomp$6 = task.keyPath;
                  var prevValue = type._currentValue2;
                  type._currentValue2 = value$jscomp$0;
                  void 0 !== type._currentRenderer2 && null !== type._currentRenderer2 && type._currentRenderer2 !== rendererSigil && console.error(
                    "Detected multiple renderers concurrently rendering the same context provider. This is currently unsupported."
                  );
                  type._currentRenderer2 = rendererSigil;
                  var prevNode = currentActiveSnapshot, newNode = {
                    parent: prevNode,
                    depth: null === prevNode ? 0 : prevNode.depth + 1,
                    context: type,
                    parentValue: prevValue,
                    value: value$jscomp$0
                  };
                  currentActiveSnapshot = newNode;
                  task.context = newNode;
                  task.keyPath = keyPath;
                  renderNodeDestructive(request, task, children$jscomp$2, -1);
                  var prevSnapshot$jscomp$0 = currentActiveSnapshot;
                  if (null === prevSnapshot$jscomp$0)
                    throw Error(
                      "Tried to pop a Context at the root of the app. This is a bug in React."
                    );
                  prevSnapshot$jscomp$0.context !== type && console.error(
                    "The parent context is not the expected context. This is probably a bug in React."
                  );
                  prevSnapshot$jscomp$0.context._currentValue2 = prevSnapshot$jscomp$0.parentValue;
                  void 0 !== type._currentRenderer2 && null !== type._currentRenderer2 && type._currentRenderer2 !== rendererSigil && console.error(
                    "Detected multiple renderers concurrently rendering the same context provider. This is currently unsupported."
                  );
                  type._currentRenderer2 = rendererSigil;
                  var JSCompiler_inline_result$jscomp$0 = currentActiveSnapshot = prevSnapshot$jscomp$0.parent;
                  task.context = JSCompiler_inline_result$jscomp$0;
                  task.keyPath = prevKeyPath$jscomp$6;
                  prevSnapshot !== task.context && console.error(
                    "Popping the context provider did not return back to the original snapshot. This is a bug in React."
                  );
                  return;
                case REACT_CONSUMER_TYPE:
                  var context$jscomp$0 = type._context, render = props.children;
                  "function" !== typeof render && console.error(
                    "A context consumer was rendered with multiple children, or a child that isn't a function. A context consumer expects a single child that is a function. If you did pass a function, make sure there is no trailing or leading whitespace around it."
                  );
                  var newChildren = render(context$jscomp$0._currentValue2), prevKeyPath$jscomp$7 = task.keyPath;
                  task.keyPath = keyPath;
                  renderNodeDestructive(request, task, newChildren, -1);
                  task.keyPath = prevKeyPath$jscomp$7;
                  return;
                case REACT_LAZY_TYPE:
                  var Component = callLazyInitInDEV(type);
                  if (request.aborted) throw null;
                  renderElement(request, task, keyPath, Component, props, ref);
                  return;
              }
            var info = "";
            if (void 0 === type || "object" === typeof type && null !== type && 0 === Object.keys(type).length)
              info += " You likely forgot to export your component from the file it's defined in, or you might have mixed up default and named imports.";
            throw Error(
              "Element type is invalid: expected a string (for built-in components) or a class/function (for composite components) but got: " + ((null == type ? type : typeof type) + "." + info)
            );
          }
        }
        function resumeNode(request, task, segmentId, node, childIndex) {
          var prevReplay = task.replay, blockedBoundary = task.blockedBoundary, resumedSegment = createPendingSegment(
            request,
            0,
            null,
            task.formatContext,
            false,
            false
          );
          resumedSegment.id = segmentId;
          resumedSegment.parentFlushed = true;
          try {
            task.replay = null, task.blockedSegment = resumedSegment, renderNode(request, task, node, childIndex), resumedSegment.status = COMPLETED, null === blockedBoundary ? request.completedRootSegment = resumedSegment : (queueCompletedSegment(blockedBoundary, resumedSegment), blockedBoundary.parentFlushed && request.partialBoundaries.push(blockedBoundary));
          } finally {
            task.replay = prevReplay, task.blockedSegment = null;
          }
        }
        function replayElement(request, task, keyPath, name, keyOrIndex, childIndex, type, props, ref, replay) {
          childIndex = replay.nodes;
          for (var i = 0; i < childIndex.length; i++) {
            var node = childIndex[i];
            if (keyOrIndex === node[1]) {
              if (4 === node.length) {
                if (null !== name && name !== node[0])
                  throw Error(
                    "Expected the resume to render <" + node[0] + "> in this slot but instead it rendered <" + name + ">. The tree doesn't match so React will fallback to client rendering."
                  );
                var childNodes = node[2], childSlots = node[3], currentNode = task.node;
                task.replay = {
                  nodes: childNodes,
                  slots: childSlots,
                  pendingTasks: 1
                };
                try {
                  renderElement(request, task, keyPath, type, props, ref);
                  if (1 === task.replay.pendingTasks && 0 < task.replay.nodes.length)
                    throw Error(
                      "Couldn't find all resumable slots by key/index during replaying. The tree doesn't match so React will fallback to client rendering."
                    );
                  task.replay.pendingTasks--;
                } catch (x) {
                  if ("object" === typeof x && null !== x && (x === SuspenseException || "function" === typeof x.then || "Maximum call stack size exceeded" === x.message))
                    throw task.node === currentNode ? task.replay = replay : childIndex.splice(i, 1), x;
                  task.replay.pendingTasks--;
                  keyPath = getThrownInfo(task.componentStack);
                  props = request;
                  currentNode = task.blockedBoundary;
                  request = request.aborted ? request.fatalError : x;
                  type = logRecoverableError(
                    props,
                    request,
                    keyPath,
                    task.debugTask
                  );
                  abortRemainingReplayNodes(
                    props,
                    currentNode,
                    childNodes,
                    childSlots,
                    request,
                    type,
                    keyPath,
                    false
                  );
                }
                task.replay = replay;
              } else {
                if (type !== REACT_SUSPENSE_TYPE)
                  throw Error(
                    "Expected the resume to render <Suspense> in this slot but instead it rendered <" + (getComponentNameFromType(type) || "Unknown") + ">. The tree doesn't match so React will fallback to client rendering."
                  );
                a: {
                  replay = request;
                  request = keyPath;
                  keyPath = node[5];
                  type = node[2];
                  ref = node[3];
                  name = null === node[4] ? [] : node[4][2];
                  node = null === node[4] ? null : node[4][3];
                  keyOrIndex = task.keyPath;
                  var prevContext = task.formatContext, prevRow = task.row, previousReplaySet = task.replay, parentBoundary = task.blockedBoundary, parentHoistableState = task.hoistableState, content = props.children;
                  props = props.fallback;
                  var fallbackAbortSet = /* @__PURE__ */ new Set(), resumedBoundary = createSuspenseBoundary(
                    replay,
                    task.row,
                    fallbackAbortSet,
                    null,
                    false
                  );
                  resumedBoundary.parentFlushed = true;
                  resumedBoundary.rootSegmentID = keyPath;
                  task.blockedBoundary = resumedBoundary;
                  task.hoistableState = resumedBoundary.contentState;
                  task.keyPath = request;
                  task.formatContext = getSuspenseContentFormatContext(
                    replay.resumableState,
                    prevContext
                  );
                  task.row = null;
                  task.replay = { nodes: type, slots: ref, pendingTasks: 1 };
                  try {
                    renderNode(replay, task, content, -1);
                    if (1 === task.replay.pendingTasks && 0 < task.replay.nodes.length)
                      throw Error(
                        "Couldn't find all resumable slots by key/index during replaying. The tree doesn't match so React will fallback to client rendering."
                      );
                    task.replay.pendingTasks--;
                    if (0 === resumedBoundary.pendingTasks && resumedBoundary.status === PENDING) {
                      resumedBoundary.status = COMPLETED;
                      replay.completedBoundaries.push(resumedBoundary);
                      break a;
                    }
                  } catch (thrownValue) {
                    resumedBoundary.status = CLIENT_RENDERED, childNodes = replay.aborted ? replay.fatalError : thrownValue, childSlots = getThrownInfo(task.componentStack), currentNode = logRecoverableError(
                      replay,
                      childNodes,
                      childSlots,
                      task.debugTask
                    ), encodeErrorForBoundary(
                      resumedBoundary,
                      currentNode,
                      childNodes,
                      childSlots,
                      false
                    ), task.replay.pendingTasks--, replay.clientRenderedBoundaries.push(resumedBoundary);
                  } finally {
                    task.blockedBoundary = parentBoundary, task.hoistableState = parentHoistableState, task.replay = previousReplaySet, task.keyPath = keyOrIndex, task.formatContext = prevContext, task.row = prevRow;
                  }
                  props = createReplayTask(
                    replay,
                    null,
                    { nodes: name, slots: node, pendingTasks: 0 },
                    props,
                    -1,
                    parentBoundary,
                    resumedBoundary.fallbackState,
                    fallbackAbortSet,
                    [request[0], "Suspense Fallback", request[2]],
                    getSuspenseFallbackFormatContext(
                      replay.resumableState,
                      task.formatContext
                    ),
                    task.context,
                    task.treeContext,
                    task.row,
                    replaceSuspenseComponentStackWithSuspenseFallbackStack(
                      task.componentStack
                    ),
                    emptyContextObject,
                    task.debugTask
                  );
                  pushComponentStack(props);
                  replay.pingedTasks.push(props);
                }
              }
              childIndex.splice(i, 1);
              break;
            }
          }
        }
        function validateIterable(task, iterable, childIndex, iterator, iteratorFn) {
          if (iterator === iterable) {
            if (-1 !== childIndex || null === task.componentStack || "function" !== typeof task.componentStack.type || "[object GeneratorFunction]" !== Object.prototype.toString.call(task.componentStack.type) || "[object Generator]" !== Object.prototype.toString.call(iterator))
              didWarnAboutGenerators || console.error(
                "Using Iterators as children is unsupported and will likely yield unexpected results because enumerating a generator mutates it. You may convert it to an array with `Array.from()` or the `[...spread]` operator before rendering. You can also use an Iterable that can iterate multiple times over the same items."
              ), didWarnAboutGenerators = true;
          } else
            iterable.entries !== iteratorFn || didWarnAboutMaps || (console.error(
              "Using Maps as children is not supported. Use an array of keyed ReactElements instead."
            ), didWarnAboutMaps = true);
        }
        function renderNodeDestructive(request, task, node, childIndex) {
          null !== task.replay && "number" === typeof task.replay.slots ? resumeNode(request, task, task.replay.slots, node, childIndex) : (task.node = node, task.childIndex = childIndex, node = task.componentStack, childIndex = task.debugTask, pushComponentStack(task), retryNode(request, task), task.componentStack = node, task.debugTask = childIndex);
        }
        function retryNode(request, task) {
          var node = task.node, childIndex = task.childIndex;
          if (null !== node) {
            if ("object" === typeof node) {
              switch (node.$$typeof) {
                case REACT_ELEMENT_TYPE:
                  var type = node.type, key = node.key;
                  node = node.props;
                  var refProp = node.ref;
                  refProp = void 0 !== refProp ? refProp : null;
                  var debugTask = task.debugTask, name = getComponentNameFromType(type);
                  key = null == key || key === REACT_OPTIMISTIC_KEY ? -1 === childIndex ? 0 : childIndex : key;
                  var keyPath = [task.keyPath, name, key];
                  null !== task.replay ? debugTask ? debugTask.run(
                    replayElement.bind(
                      null,
                      request,
                      task,
                      keyPath,
                      name,
                      key,
                      childIndex,
                      type,
                      node,
                      refProp,
                      task.replay
                    )
                  ) : replayElement(
                    request,
                    task,
                    keyPath,
                    name,
                    key,
                    childIndex,
                    type,
                    node,
                    refProp,
                    task.replay
                  ) : debugTask ? debugTask.run(
                    renderElement.bind(
                      null,
                      request,
                      task,
                      keyPath,
                      type,
                      node,
                      refProp
                    )
                  ) : renderElement(request, task, keyPath, type, node, refProp);
                  return;
                case REACT_PORTAL_TYPE:
                  throw Error(
                    "Portals are not currently supported by the server renderer. Render them conditionally so that they only appear on the client render."
                  );
                case REACT_LAZY_TYPE:
                  type = callLazyInitInDEV(node);
                  if (request.aborted) throw null;
                  renderNodeDestructive(request, task, type, childIndex);
                  return;
              }
              if (isArrayImpl(node)) {
                renderChildrenArray(request, task, node, childIndex);
                return;
              }
              if (key = getIteratorFn(node)) {
                if (type = key.call(node)) {
                  validateIterable(task, node, childIndex, type, key);
                  node = type.next();
                  if (!node.done) {
                    key = [];
                    do
                      key.push(node.value), node = type.next();
                    while (!node.done);
                    renderChildrenArray(request, task, key, childIndex);
                  }
                  return;
                }
              }
              if ("function" === typeof node.then)
                return task.thenableState = null, renderNodeDestructive(
                  request,
                  task,
                  unwrapThenable(node),
                  childIndex
                );
              if (node.$$typeof === REACT_CONTEXT_TYPE)
                return renderNodeDestructive(
                  request,
                  task,
                  node._currentValue2,
                  childIndex
                );
              request = Object.prototype.toString.call(node);
              throw Error(
                "Objects are not valid as a React child (found: " + ("[object Object]" === request ? "object with keys {" + Object.keys(node).join(", ") + "}" : request) + "). If you meant to render a collection of children, use an array instead."
              );
            }
            "string" === typeof node ? (task = task.blockedSegment, null !== task && (task.lastPushedText = pushTextInstance(
              task.chunks,
              node,
              request.renderState,
              task.lastPushedText
            ))) : "number" === typeof node || "bigint" === typeof node ? (task = task.blockedSegment, null !== task && (task.lastPushedText = pushTextInstance(
              task.chunks,
              "" + node,
              request.renderState,
              task.lastPushedText
            ))) : ("function" === typeof node && (request = node.displayName || node.name || "Component", console.error(
              "Functions are not valid as a React child. This may happen if you return %s instead of <%s /> from render. Or maybe you meant to call this function rather than return it.",
              request,
              request
            )), "symbol" === typeof node && console.error(
              "Symbols are not valid as a React child.\n  %s",
              String(node)
            ));
          }
        }
        function warnForMissingKey(request, task, child) {
          if (null !== child && "object" === typeof child && (child.$$typeof === REACT_ELEMENT_TYPE || child.$$typeof === REACT_PORTAL_TYPE) && child._store && (!child._store.validated && null == child.key || 2 === child._store.validated)) {
            if ("object" !== typeof child._store)
              throw Error(
                "React Component in warnForMissingKey should have a _store. This error is likely caused by a bug in React. Please file an issue."
              );
            child._store.validated = 1;
            var didWarnForKey = request.didWarnForKey;
            null == didWarnForKey && (didWarnForKey = request.didWarnForKey = /* @__PURE__ */ new WeakSet());
            request = task.componentStack;
            if (null !== request && !didWarnForKey.has(request)) {
              didWarnForKey.add(request);
              var componentName = getComponentNameFromType(child.type);
              didWarnForKey = child._owner;
              var parentOwner = request.owner;
              request = "";
              if (parentOwner && "undefined" !== typeof parentOwner.type) {
                var name = getComponentNameFromType(parentOwner.type);
                name && (request = "\n\nCheck the render method of `" + name + "`.");
              }
              request || componentName && (request = "\n\nCheck the top-level render call using <" + componentName + ">.");
              componentName = "";
              null != didWarnForKey && parentOwner !== didWarnForKey && (parentOwner = null, "undefined" !== typeof didWarnForKey.type ? parentOwner = getComponentNameFromType(didWarnForKey.type) : "string" === typeof didWarnForKey.name && (parentOwner = didWarnForKey.name), parentOwner && (componentName = " It was passed a child from " + parentOwner + "."));
              didWarnForKey = task.componentStack;
              task.componentStack = {
                parent: task.componentStack,
                type: child.type,
                owner: child._owner,
                stack: child._debugStack
              };
              console.error(
                'Each child in a list should have a unique "key" prop.%s%s See https://react.dev/link/warning-keys for more information.',
                request,
                componentName
              );
              task.componentStack = didWarnForKey;
            }
          }
        }
        function renderChildrenArray(request, task, children, childIndex) {
          var prevKeyPath = task.keyPath, previousComponentStack = task.componentStack;
          var previousDebugTask = task.debugTask;
          pushServerComponentStack(task, task.node._debugInfo);
          if (-1 !== childIndex && (task.keyPath = [task.keyPath, "Fragment", childIndex], null !== task.replay)) {
            for (var replay = task.replay, replayNodes = replay.nodes, j = 0; j < replayNodes.length; j++) {
              var node = replayNodes[j];
              if (node[1] === childIndex) {
                childIndex = node[2];
                var childSlots = node[3];
                task.replay = {
                  nodes: childIndex,
                  slots: childSlots,
                  pendingTasks: 1
                };
                try {
                  renderChildrenArray(request, task, children, -1);
                  if (1 === task.replay.pendingTasks && 0 < task.replay.nodes.length)
                    throw Error(
                      "Couldn't find all resumable slots by key/index during replaying. The tree doesn't match so React will fallback to client rendering."
                    );
                  task.replay.pendingTasks--;
                } catch (x) {
                  if ("object" === typeof x && null !== x && (x === SuspenseException || "function" === typeof x.then))
                    throw x;
                  task.replay.pendingTasks--;
                  var thrownInfo = getThrownInfo(task.componentStack);
                  children = request;
                  node = task.blockedBoundary;
                  request = request.aborted ? request.fatalError : x;
                  var errorDigest = logRecoverableError(
                    children,
                    request,
                    thrownInfo,
                    task.debugTask
                  );
                  abortRemainingReplayNodes(
                    children,
                    node,
                    childIndex,
                    childSlots,
                    request,
                    errorDigest,
                    thrownInfo,
                    false
                  );
                }
                task.replay = replay;
                replayNodes.splice(j, 1);
                break;
              }
            }
            task.keyPath = prevKeyPath;
            task.componentStack = previousComponentStack;
            task.debugTask = previousDebugTask;
            return;
          }
          replay = task.treeContext;
          replayNodes = children.length;
          if (null !== task.replay && (j = task.replay.slots, null !== j && "object" === typeof j)) {
            for (node = 0; node < replayNodes; node++)
              childIndex = children[node], task.treeContext = pushTreeContext(replay, replayNodes, node), childSlots = j[node], "number" === typeof childSlots ? (resumeNode(request, task, childSlots, childIndex, node), delete j[node]) : renderNode(request, task, childIndex, node);
            task.treeContext = replay;
            task.keyPath = prevKeyPath;
            task.componentStack = previousComponentStack;
            task.debugTask = previousDebugTask;
            return;
          }
          for (j = 0; j < replayNodes; j++)
            node = children[j], warnForMissingKey(request, task, node), task.treeContext = pushTreeContext(replay, replayNodes, j), renderNode(request, task, node, j);
          task.treeContext = replay;
          task.keyPath = prevKeyPath;
          task.componentStack = previousComponentStack;
          task.debugTask = previousDebugTask;
        }
        function trackPostponedBoundary(request, trackedPostpones, boundary) {
          boundary.status = POSTPONED;
          boundary.rootSegmentID = request.nextSegmentId++;
          var tracked = boundary.tracked;
          if (null === tracked)
            throw Error(
              "It should not be possible to postpone at the root. This is a bug in React."
            );
          request = tracked.contentKeyPath;
          if (null === request)
            throw Error(
              "It should not be possible to postpone at the root. This is a bug in React."
            );
          tracked = tracked.fallbackNode;
          var children = [], boundaryNode = trackedPostpones.workingMap.get(request);
          if (void 0 === boundaryNode)
            return boundary = [
              request[1],
              request[2],
              children,
              null,
              tracked,
              boundary.rootSegmentID
            ], trackedPostpones.workingMap.set(request, boundary), addToReplayParent(boundary, request[0], trackedPostpones), boundary;
          boundaryNode[4] = tracked;
          boundaryNode[5] = boundary.rootSegmentID;
          return boundaryNode;
        }
        function trackPostpone(request, trackedPostpones, task, segment) {
          segment.status = POSTPONED;
          var keyPath = task.keyPath, boundary = task.blockedBoundary;
          if (null === boundary)
            segment.id = request.nextSegmentId++, trackedPostpones.rootSlots = segment.id, null !== request.completedRootSegment && (request.completedRootSegment.status = POSTPONED);
          else {
            if (null !== boundary && boundary.status === PENDING) {
              var boundaryNode = trackPostponedBoundary(
                request,
                trackedPostpones,
                boundary
              );
              if (null !== boundary.tracked && boundary.tracked.contentKeyPath === keyPath && -1 === task.childIndex) {
                -1 === segment.id && (segment.id = segment.parentFlushed ? boundary.rootSegmentID : request.nextSegmentId++);
                boundaryNode[3] = segment.id;
                return;
              }
            }
            -1 === segment.id && (segment.id = segment.parentFlushed && null !== boundary ? boundary.rootSegmentID : request.nextSegmentId++);
            if (-1 === task.childIndex)
              null === keyPath ? trackedPostpones.rootSlots = segment.id : (task = trackedPostpones.workingMap.get(keyPath), void 0 === task ? (task = [keyPath[1], keyPath[2], [], segment.id], addToReplayParent(task, keyPath[0], trackedPostpones)) : task[3] = segment.id);
            else {
              if (null === keyPath)
                if (request = trackedPostpones.rootSlots, null === request)
                  request = trackedPostpones.rootSlots = {};
                else {
                  if ("number" === typeof request)
                    throw Error(
                      "It should not be possible to postpone both at the root of an element as well as a slot below. This is a bug in React."
                    );
                }
              else if (boundary = trackedPostpones.workingMap, boundaryNode = boundary.get(keyPath), void 0 === boundaryNode)
                request = {}, boundaryNode = [keyPath[1], keyPath[2], [], request], boundary.set(keyPath, boundaryNode), addToReplayParent(boundaryNode, keyPath[0], trackedPostpones);
              else if (request = boundaryNode[3], null === request)
                request = boundaryNode[3] = {};
              else if ("number" === typeof request)
                throw Error(
                  "It should not be possible to postpone both at the root of an element as well as a slot below. This is a bug in React."
                );
              request[task.childIndex] = segment.id;
            }
          }
        }
        function untrackBoundary(request, boundary) {
          request = request.trackedPostpones;
          null !== request && (boundary = boundary.tracked, null !== boundary && (boundary = boundary.contentKeyPath, null !== boundary && (request = request.workingMap.get(boundary), void 0 !== request && (request.length = 4, request[2] = [], request[3] = null))));
        }
        function spawnNewSuspendedReplayTask(request, task, thenableState2) {
          return createReplayTask(
            request,
            thenableState2,
            task.replay,
            task.node,
            task.childIndex,
            task.blockedBoundary,
            task.hoistableState,
            task.abortSet,
            task.keyPath,
            task.formatContext,
            task.context,
            task.treeContext,
            task.row,
            task.componentStack,
            emptyContextObject,
            task.debugTask
          );
        }
        function spawnNewSuspendedRenderTask(request, task, thenableState2) {
          var segment = task.blockedSegment, newSegment = createPendingSegment(
            request,
            segment.chunks.length,
            null,
            task.formatContext,
            segment.lastPushedText,
            true
          );
          segment.children.push(newSegment);
          segment.lastPushedText = false;
          return createRenderTask(
            request,
            thenableState2,
            task.node,
            task.childIndex,
            task.blockedBoundary,
            newSegment,
            task.blockedPreamble,
            task.hoistableState,
            task.abortSet,
            task.keyPath,
            task.formatContext,
            task.context,
            task.treeContext,
            task.row,
            task.componentStack,
            emptyContextObject,
            task.debugTask
          );
        }
        function renderNode(request, task, node, childIndex) {
          var previousFormatContext = task.formatContext, previousContext = task.context, previousKeyPath = task.keyPath, previousTreeContext = task.treeContext, previousComponentStack = task.componentStack, previousDebugTask = task.debugTask, segment = task.blockedSegment;
          if (null === segment) {
            segment = task.replay;
            try {
              return renderNodeDestructive(request, task, node, childIndex);
            } catch (thrownValue) {
              if (resetHooksState(), node = thrownValue === SuspenseException ? getSuspendedThenable() : thrownValue, !request.aborted && "object" === typeof node && null !== node) {
                if ("function" === typeof node.then) {
                  childIndex = thrownValue === SuspenseException ? getThenableStateAfterSuspending() : null;
                  request = spawnNewSuspendedReplayTask(
                    request,
                    task,
                    childIndex
                  ).ping;
                  node.then(request.resolve, request.reject);
                  task.formatContext = previousFormatContext;
                  task.context = previousContext;
                  task.keyPath = previousKeyPath;
                  task.treeContext = previousTreeContext;
                  task.componentStack = previousComponentStack;
                  task.replay = segment;
                  task.debugTask = previousDebugTask;
                  switchContext(previousContext);
                  return;
                }
                if ("Maximum call stack size exceeded" === node.message) {
                  node = thrownValue === SuspenseException ? getThenableStateAfterSuspending() : null;
                  node = spawnNewSuspendedReplayTask(request, task, node);
                  request.pingedTasks.push(node);
                  task.formatContext = previousFormatContext;
                  task.context = previousContext;
                  task.keyPath = previousKeyPath;
                  task.treeContext = previousTreeContext;
                  task.componentStack = previousComponentStack;
                  task.replay = segment;
                  task.debugTask = previousDebugTask;
                  switchContext(previousContext);
                  return;
                }
              }
            }
          } else {
            var childrenLength = segment.children.length, chunkLength = segment.chunks.length;
            try {
              return renderNodeDestructive(request, task, node, childIndex);
            } catch (thrownValue$3) {
              if (resetHooksState(), segment.children.length = childrenLength, segment.chunks.length = chunkLength, node = thrownValue$3 === SuspenseException ? getSuspendedThenable() : thrownValue$3, !request.aborted && "object" === typeof node && null !== node) {
                if ("function" === typeof node.then) {
                  segment = node;
                  node = thrownValue$3 === SuspenseException ? getThenableStateAfterSuspending() : null;
                  request = spawnNewSuspendedRenderTask(request, task, node).ping;
                  segment.then(request.resolve, request.reject);
                  task.formatContext = previousFormatContext;
                  task.context = previousContext;
                  task.keyPath = previousKeyPath;
                  task.treeContext = previousTreeContext;
                  task.componentStack = previousComponentStack;
                  task.debugTask = previousDebugTask;
                  switchContext(previousContext);
                  return;
                }
                if ("Maximum call stack size exceeded" === node.message) {
                  segment = thrownValue$3 === SuspenseException ? getThenableStateAfterSuspending() : null;
                  segment = spawnNewSuspendedRenderTask(request, task, segment);
                  request.pingedTasks.push(segment);
                  task.formatContext = previousFormatContext;
                  task.context = previousContext;
                  task.keyPath = previousKeyPath;
                  task.treeContext = previousTreeContext;
                  task.componentStack = previousComponentStack;
                  task.debugTask = previousDebugTask;
                  switchContext(previousContext);
                  return;
                }
              }
            }
          }
          task.formatContext = previousFormatContext;
          task.context = previousContext;
          task.keyPath = previousKeyPath;
          task.treeContext = previousTreeContext;
          switchContext(previousContext);
          throw node;
        }
        function abortTaskSoft(task) {
          var boundary = task.blockedBoundary, segment = task.blockedSegment;
          null !== segment && (segment.status = ABORTED, finishedTask(this, boundary, task.row, segment));
        }
        function abortRemainingReplayNodes(request$jscomp$0, boundary, nodes, slots, error$jscomp$0, errorDigest$jscomp$0, errorInfo$jscomp$0, aborted) {
          for (var i = 0; i < nodes.length; i++) {
            var node = nodes[i];
            if (4 === node.length)
              abortRemainingReplayNodes(
                request$jscomp$0,
                boundary,
                node[2],
                node[3],
                error$jscomp$0,
                errorDigest$jscomp$0,
                errorInfo$jscomp$0,
                aborted
              );
            else {
              var request = request$jscomp$0;
              node = node[5];
              var error = error$jscomp$0, errorDigest = errorDigest$jscomp$0, errorInfo = errorInfo$jscomp$0, wasAborted = aborted, resumedBoundary = createSuspenseBoundary(
                request,
                null,
                /* @__PURE__ */ new Set(),
                null,
                false
              );
              resumedBoundary.parentFlushed = true;
              resumedBoundary.rootSegmentID = node;
              resumedBoundary.status = CLIENT_RENDERED;
              encodeErrorForBoundary(
                resumedBoundary,
                errorDigest,
                error,
                errorInfo,
                wasAborted
              );
              resumedBoundary.parentFlushed && request.clientRenderedBoundaries.push(resumedBoundary);
            }
          }
          nodes.length = 0;
          if (null !== slots) {
            if (null === boundary)
              throw Error(
                "We should not have any resumable nodes in the shell. This is a bug in React."
              );
            boundary.status !== CLIENT_RENDERED && (boundary.status = CLIENT_RENDERED, encodeErrorForBoundary(
              boundary,
              errorDigest$jscomp$0,
              error$jscomp$0,
              errorInfo$jscomp$0,
              aborted
            ), boundary.parentFlushed && request$jscomp$0.clientRenderedBoundaries.push(boundary));
            if ("object" === typeof slots)
              for (var index in slots) delete slots[index];
          }
        }
        function abortTask(task, request) {
          if (task !== request.currentTask) {
            var boundary = task.blockedBoundary, segment = task.blockedSegment;
            null !== segment && (segment.status = ABORTED);
            segment = task.node;
            if (null !== segment && "object" === typeof segment) {
              for (var debugInfo = segment._debugInfo; "object" === typeof segment && null !== segment && segment.$$typeof === REACT_LAZY_TYPE; ) {
                var payload = segment._payload;
                if ("fulfilled" === payload.status) segment = payload.value;
                else break;
              }
              "object" === typeof segment && null !== segment && (isArrayImpl(segment) || "function" === typeof segment[ASYNC_ITERATOR] || segment.$$typeof === REACT_ELEMENT_TYPE || segment.$$typeof === REACT_LAZY_TYPE) && isArrayImpl(segment._debugInfo) && (debugInfo = segment._debugInfo);
              pushHaltedAwaitOnComponentStack(task, debugInfo);
              null !== task.thenableState && pushSuspendedCallSiteOnComponentStack(request, task);
            }
            null !== boundary && boundary.fallbackAbortableTasks.forEach(function(fallbackTask) {
              return abortTask(fallbackTask, request);
            });
          }
        }
        function finishAbortedTask(task, request, error) {
          if (task !== request.currentTask) {
            var boundary = task.blockedBoundary, segment = task.blockedSegment;
            if (null === segment || segment.status === ABORTED) {
              var errorInfo = getThrownInfo(task.componentStack), isRecoverableReason = isRecoverableError(error);
              if (null === boundary) {
                boundary = task.replay;
                if (null === boundary) {
                  isRecoverableReason || null === request.trackedPostpones || null === segment ? isRecoverableReason ? (boundary = cloneRecoverableErrorAsFatal(error), logRecoverableError(
                    request,
                    boundary,
                    errorInfo,
                    task.debugTask
                  ), 12 !== request.status && request.status !== CLOSED && fatalError(request, boundary, errorInfo, task.debugTask)) : (logRecoverableError(
                    request,
                    error,
                    errorInfo,
                    task.debugTask
                  ), 12 !== request.status && request.status !== CLOSED && fatalError(request, error, errorInfo, task.debugTask)) : (boundary = request.trackedPostpones, logRecoverableError(
                    request,
                    error,
                    errorInfo,
                    task.debugTask
                  ), trackPostpone(request, boundary, task, segment), finishedTask(request, null, task.row, segment));
                  return;
                }
                12 !== request.status && request.status !== CLOSED && (boundary.pendingTasks--, 0 === boundary.pendingTasks && 0 < boundary.nodes.length && (segment = logRecoverableError(
                  request,
                  error,
                  errorInfo,
                  null
                ), abortRemainingReplayNodes(
                  request,
                  null,
                  boundary.nodes,
                  boundary.slots,
                  error,
                  segment,
                  errorInfo,
                  true
                )), request.pendingRootTasks--, 0 === request.pendingRootTasks && completeShell(request));
              } else {
                var _trackedPostpones = request.trackedPostpones;
                if (boundary.status !== CLIENT_RENDERED) {
                  if (!isRecoverableReason && null !== _trackedPostpones && null !== segment)
                    return logRecoverableError(
                      request,
                      error,
                      errorInfo,
                      task.debugTask
                    ), trackPostpone(request, _trackedPostpones, task, segment), boundary.fallbackAbortableTasks.forEach(
                      function(fallbackTask) {
                        return finishAbortedTask(fallbackTask, request, error);
                      }
                    ), boundary.fallbackAbortableTasks.clear(), finishedTask(request, boundary, task.row, segment);
                  boundary.status = CLIENT_RENDERED;
                  segment = logRecoverableError(
                    request,
                    error,
                    errorInfo,
                    task.debugTask
                  );
                  encodeErrorForBoundary(boundary, segment, error, errorInfo, true);
                  untrackBoundary(request, boundary);
                  boundary.parentFlushed && request.clientRenderedBoundaries.push(boundary);
                }
                boundary.pendingTasks--;
                errorInfo = boundary.row;
                null !== errorInfo && 0 === --errorInfo.pendingTasks && finishSuspenseListRow(request, errorInfo);
                boundary.fallbackAbortableTasks.forEach(function(fallbackTask) {
                  return finishAbortedTask(fallbackTask, request, error);
                });
                boundary.fallbackAbortableTasks.clear();
              }
              task = task.row;
              null !== task && 0 === --task.pendingTasks && finishSuspenseListRow(request, task);
              request.allPendingTasks--;
              0 === request.allPendingTasks && completeAll(request);
            }
          }
        }
        function finishAbortedTaskDEV(task, request, error) {
          var prevTaskInDEV = currentTaskInDEV, prevGetCurrentStackImpl = ReactSharedInternals.getCurrentStack;
          currentTaskInDEV = task;
          ReactSharedInternals.getCurrentStack = getCurrentStackInDEV;
          try {
            finishAbortedTask(task, request, error);
          } finally {
            currentTaskInDEV = prevTaskInDEV, ReactSharedInternals.getCurrentStack = prevGetCurrentStackImpl;
          }
        }
        function abortTaskDEV(task, request) {
          var prevTaskInDEV = currentTaskInDEV, prevGetCurrentStackImpl = ReactSharedInternals.getCurrentStack;
          currentTaskInDEV = task;
          ReactSharedInternals.getCurrentStack = getCurrentStackInDEV;
          try {
            abortTask(task, request);
          } finally {
            currentTaskInDEV = prevTaskInDEV, ReactSharedInternals.getCurrentStack = prevGetCurrentStackImpl;
          }
        }
        function safelyEmitEarlyPreloads(request, shellComplete) {
          try {
            var renderState = request.renderState, onHeaders = renderState.onHeaders;
            if (onHeaders) {
              var headers = renderState.headers;
              if (headers) {
                renderState.headers = null;
                var linkHeader = headers.preconnects;
                headers.fontPreloads && (linkHeader && (linkHeader += ", "), linkHeader += headers.fontPreloads);
                headers.highImagePreloads && (linkHeader && (linkHeader += ", "), linkHeader += headers.highImagePreloads);
                if (!shellComplete) {
                  var queueIter = renderState.styles.values(), queueStep = queueIter.next();
                  b: for (; 0 < headers.remainingCapacity && !queueStep.done; queueStep = queueIter.next())
                    for (var sheetIter = queueStep.value.sheets.values(), sheetStep = sheetIter.next(); 0 < headers.remainingCapacity && !sheetStep.done; sheetStep = sheetIter.next()) {
                      var sheet = sheetStep.value, props = sheet.props, key = props.href, props$jscomp$0 = sheet.props;
                      var header = getPreloadAsHeader(
                        props$jscomp$0.href,
                        "style",
                        {
                          crossOrigin: props$jscomp$0.crossOrigin,
                          integrity: props$jscomp$0.integrity,
                          nonce: props$jscomp$0.nonce,
                          type: props$jscomp$0.type,
                          fetchPriority: props$jscomp$0.fetchPriority,
                          referrerPolicy: props$jscomp$0.referrerPolicy,
                          media: props$jscomp$0.media
                        }
                      );
                      if (0 <= (headers.remainingCapacity -= header.length + 2))
                        renderState.resets.style[key] = PRELOAD_NO_CREDS, linkHeader && (linkHeader += ", "), linkHeader += header, renderState.resets.style[key] = "string" === typeof props.crossOrigin || "string" === typeof props.integrity ? [props.crossOrigin, props.integrity] : PRELOAD_NO_CREDS;
                      else break b;
                    }
                }
                linkHeader ? onHeaders({ Link: linkHeader }) : onHeaders({});
              }
            }
          } catch (error) {
            logRecoverableError(request, error, {}, null);
          }
        }
        function completeShell(request) {
          null === request.trackedPostpones && safelyEmitEarlyPreloads(request, true);
          null === request.trackedPostpones && preparePreamble(request);
          request = request.onShellReady;
          request();
        }
        function completeAll(request) {
          safelyEmitEarlyPreloads(
            request,
            null === request.trackedPostpones ? true : null === request.completedRootSegment || request.completedRootSegment.status !== POSTPONED
          );
          preparePreamble(request);
          request = request.onAllReady;
          request();
        }
        function queueCompletedSegment(boundary, segment) {
          if (0 === segment.chunks.length && 1 === segment.children.length && null === segment.children[0].boundary && -1 === segment.children[0].id) {
            var childSegment = segment.children[0];
            childSegment.id = segment.id;
            childSegment.parentFlushed = true;
            childSegment.status !== COMPLETED && childSegment.status !== ABORTED && childSegment.status !== ERRORED || queueCompletedSegment(boundary, childSegment);
          } else boundary.completedSegments.push(segment);
        }
        function finishedTask(request, boundary, row, segment) {
          null !== row && (0 === --row.pendingTasks ? finishSuspenseListRow(request, row) : row.together && tryToResolveTogetherRow(request, row));
          request.allPendingTasks--;
          if (null === boundary) {
            if (null !== segment && segment.parentFlushed) {
              if (null !== request.completedRootSegment)
                throw Error(
                  "There can only be one root segment. This is a bug in React."
                );
              request.completedRootSegment = segment;
            }
            request.pendingRootTasks--;
            0 === request.pendingRootTasks && completeShell(request);
          } else if (boundary.pendingTasks--, boundary.status !== CLIENT_RENDERED)
            if (0 === boundary.pendingTasks)
              if (boundary.status === PENDING && (boundary.status = COMPLETED), null !== segment && segment.parentFlushed && (segment.status === COMPLETED || segment.status === ABORTED) && queueCompletedSegment(boundary, segment), boundary.parentFlushed && request.completedBoundaries.push(boundary), boundary.status === COMPLETED)
                row = boundary.row, null !== row && hoistHoistables(row.hoistables, boundary.contentState), isEligibleForOutlining(request, boundary) || (request.allPendingTasks++, boundary.fallbackAbortableTasks.forEach(abortTaskSoft, request), boundary.fallbackAbortableTasks.clear(), null !== row && 0 === --row.pendingTasks && finishSuspenseListRow(request, row), request.allPendingTasks--), 0 === request.pendingRootTasks && null === request.trackedPostpones && null !== boundary.preamble && preparePreamble(request);
              else {
                if (boundary.status === POSTPONED && (boundary = boundary.row, null !== boundary)) {
                  if (null !== request.trackedPostpones) {
                    row = request.trackedPostpones;
                    var postponedRow = boundary.next;
                    if (null !== postponedRow && (segment = postponedRow.boundaries, null !== segment))
                      for (postponedRow.boundaries = null, postponedRow = 0; postponedRow < segment.length; postponedRow++) {
                        var postponedBoundary = segment[postponedRow];
                        trackPostponedBoundary(request, row, postponedBoundary);
                        finishedTask(request, postponedBoundary, null, null);
                      }
                  }
                  request.allPendingTasks++;
                  0 === --boundary.pendingTasks && finishSuspenseListRow(request, boundary);
                  request.allPendingTasks--;
                }
              }
            else
              null === segment || !segment.parentFlushed || segment.status !== COMPLETED && segment.status !== ABORTED || (queueCompletedSegment(boundary, segment), 1 === boundary.completedSegments.length && boundary.parentFlushed && request.partialBoundaries.push(boundary)), boundary = boundary.row, null !== boundary && boundary.together && tryToResolveTogetherRow(request, boundary);
          0 === request.allPendingTasks && completeAll(request);
        }
        function performWork(request$jscomp$1) {
          if (!(request$jscomp$1.aborted || 11 < request$jscomp$1.status)) {
            var prevContext = currentActiveSnapshot, prevDispatcher = ReactSharedInternals.H;
            ReactSharedInternals.H = HooksDispatcher;
            var prevAsyncDispatcher = ReactSharedInternals.A;
            ReactSharedInternals.A = DefaultAsyncDispatcher;
            var prevRequest = currentRequest;
            currentRequest = request$jscomp$1;
            var prevGetCurrentStackImpl = ReactSharedInternals.getCurrentStack;
            ReactSharedInternals.getCurrentStack = getCurrentStackInDEV;
            var prevResumableState = currentResumableState;
            currentResumableState = request$jscomp$1.resumableState;
            try {
              var pingedTasks = request$jscomp$1.pingedTasks, i;
              for (i = 0; i < pingedTasks.length; i++) {
                var request = request$jscomp$1, task = pingedTasks[i], segment = task.blockedSegment;
                if (null === segment)
                  a: {
                    var prevTaskInDEV = void 0, task$jscomp$0 = task;
                    if (0 !== task$jscomp$0.replay.pendingTasks) {
                      var prevTask = request.currentTask;
                      request.currentTask = task$jscomp$0;
                      switchContext(task$jscomp$0.context);
                      prevTaskInDEV = currentTaskInDEV;
                      currentTaskInDEV = task$jscomp$0;
                      var startNode = task$jscomp$0.node;
                      try {
                        "number" === typeof task$jscomp$0.replay.slots ? resumeNode(
                          request,
                          task$jscomp$0,
                          task$jscomp$0.replay.slots,
                          task$jscomp$0.node,
                          task$jscomp$0.childIndex
                        ) : retryNode(request, task$jscomp$0);
                        if (1 === task$jscomp$0.replay.pendingTasks && 0 < task$jscomp$0.replay.nodes.length)
                          throw Error(
                            "Couldn't find all resumable slots by key/index during replaying. The tree doesn't match so React will fallback to client rendering."
                          );
                        task$jscomp$0.replay.pendingTasks--;
                        task$jscomp$0.abortSet.delete(task$jscomp$0);
                        finishedTask(
                          request,
                          task$jscomp$0.blockedBoundary,
                          task$jscomp$0.row,
                          null
                        );
                      } catch (thrownValue) {
                        resetHooksState();
                        var x = thrownValue === SuspenseException ? getSuspendedThenable() : thrownValue;
                        if (request.aborted) {
                          thrownValue === SuspenseException && (task$jscomp$0.thenableState = getThenableStateAfterSuspending());
                          request.currentTask = prevTask;
                          var request$jscomp$0 = request;
                          abortTaskDEV(task$jscomp$0, request$jscomp$0);
                          task$jscomp$0.abortSet.delete(task$jscomp$0);
                          finishAbortedTaskDEV(
                            task$jscomp$0,
                            request$jscomp$0,
                            request$jscomp$0.fatalError
                          );
                        } else {
                          if ("object" === typeof x && null !== x) {
                            if ("function" === typeof x.then) {
                              var ping = task$jscomp$0.ping;
                              x.then(ping.resolve, ping.reject);
                              task$jscomp$0.thenableState = thrownValue === SuspenseException ? getThenableStateAfterSuspending() : null;
                              break a;
                            }
                            if ("Maximum call stack size exceeded" === x.message && task$jscomp$0.node !== startNode) {
                              task$jscomp$0.thenableState = null;
                              request.pingedTasks.push(task$jscomp$0);
                              break a;
                            }
                          }
                          task$jscomp$0.replay.pendingTasks--;
                          task$jscomp$0.abortSet.delete(task$jscomp$0);
                          var errorInfo = getThrownInfo(
                            task$jscomp$0.componentStack
                          );
                          request$jscomp$0 = request;
                          var boundary = task$jscomp$0.blockedBoundary, error$jscomp$0 = request.aborted ? request.fatalError : x, errorInfo$jscomp$0 = errorInfo, replayNodes = task$jscomp$0.replay.nodes, resumeSlots = task$jscomp$0.replay.slots, errorDigest = logRecoverableError(
                            request$jscomp$0,
                            error$jscomp$0,
                            errorInfo$jscomp$0,
                            task$jscomp$0.debugTask
                          );
                          abortRemainingReplayNodes(
                            request$jscomp$0,
                            boundary,
                            replayNodes,
                            resumeSlots,
                            error$jscomp$0,
                            errorDigest,
                            errorInfo$jscomp$0,
                            false
                          );
                          request.pendingRootTasks--;
                          0 === request.pendingRootTasks && completeShell(request);
                          request.allPendingTasks--;
                          0 === request.allPendingTasks && completeAll(request);
                        }
                      } finally {
                        request.currentTask = prevTask, currentTaskInDEV = prevTaskInDEV;
                      }
                    }
                  }
                else
                  a: if (prevTaskInDEV = void 0, task$jscomp$0 = task, request$jscomp$0 = segment, request$jscomp$0.status === PENDING) {
                    var prevTask$jscomp$0 = request.currentTask;
                    request.currentTask = task$jscomp$0;
                    switchContext(task$jscomp$0.context);
                    prevTaskInDEV = currentTaskInDEV;
                    currentTaskInDEV = task$jscomp$0;
                    var childrenLength = request$jscomp$0.children.length, chunkLength = request$jscomp$0.chunks.length, startNode$jscomp$0 = task$jscomp$0.node;
                    try {
                      retryNode(request, task$jscomp$0), pushSegmentFinale(
                        request$jscomp$0.chunks,
                        request.renderState,
                        request$jscomp$0.lastPushedText,
                        request$jscomp$0.textEmbedded
                      ), task$jscomp$0.abortSet.delete(task$jscomp$0), request$jscomp$0.status = COMPLETED, finishedTask(
                        request,
                        task$jscomp$0.blockedBoundary,
                        task$jscomp$0.row,
                        request$jscomp$0
                      );
                    } catch (thrownValue) {
                      resetHooksState();
                      request$jscomp$0.children.length = childrenLength;
                      request$jscomp$0.chunks.length = chunkLength;
                      var x$jscomp$0 = thrownValue === SuspenseException ? getSuspendedThenable() : thrownValue;
                      if (request.aborted)
                        thrownValue === SuspenseException && (task$jscomp$0.thenableState = getThenableStateAfterSuspending()), request.currentTask = prevTask$jscomp$0, request$jscomp$0 = request, abortTaskDEV(task$jscomp$0, request$jscomp$0), task$jscomp$0.abortSet.delete(task$jscomp$0), finishAbortedTaskDEV(
                          task$jscomp$0,
                          request$jscomp$0,
                          request$jscomp$0.fatalError
                        );
                      else {
                        if ("object" === typeof x$jscomp$0 && null !== x$jscomp$0) {
                          if ("function" === typeof x$jscomp$0.then) {
                            request$jscomp$0.status = PENDING;
                            task$jscomp$0.thenableState = thrownValue === SuspenseException ? getThenableStateAfterSuspending() : null;
                            var ping$jscomp$0 = task$jscomp$0.ping;
                            x$jscomp$0.then(
                              ping$jscomp$0.resolve,
                              ping$jscomp$0.reject
                            );
                            break a;
                          }
                          if ("Maximum call stack size exceeded" === x$jscomp$0.message && task$jscomp$0.node !== startNode$jscomp$0) {
                            request$jscomp$0.status = PENDING;
                            task$jscomp$0.thenableState = null;
                            request.pingedTasks.push(task$jscomp$0);
                            break a;
                          }
                        }
                        var errorInfo$jscomp$1 = getThrownInfo(
                          task$jscomp$0.componentStack
                        );
                        task$jscomp$0.abortSet.delete(task$jscomp$0);
                        request$jscomp$0.status = ERRORED;
                        var boundary$jscomp$0 = task$jscomp$0.blockedBoundary, row = task$jscomp$0.row, debugTask = task$jscomp$0.debugTask;
                        null !== row && 0 === --row.pendingTasks && finishSuspenseListRow(request, row);
                        request.allPendingTasks--;
                        if (null === boundary$jscomp$0)
                          if (isRecoverableError(x$jscomp$0)) {
                            var fatalRecoverableError = cloneRecoverableErrorAsFatal(x$jscomp$0);
                            logRecoverableError(
                              request,
                              fatalRecoverableError,
                              errorInfo$jscomp$1,
                              debugTask
                            );
                            fatalError(
                              request,
                              fatalRecoverableError,
                              errorInfo$jscomp$1,
                              debugTask
                            );
                          } else
                            logRecoverableError(
                              request,
                              x$jscomp$0,
                              errorInfo$jscomp$1,
                              debugTask
                            ), fatalError(
                              request,
                              x$jscomp$0,
                              errorInfo$jscomp$1,
                              debugTask
                            );
                        else {
                          var errorDigest$jscomp$0 = logRecoverableError(
                            request,
                            x$jscomp$0,
                            errorInfo$jscomp$1,
                            debugTask
                          );
                          boundary$jscomp$0.pendingTasks--;
                          if (boundary$jscomp$0.status !== CLIENT_RENDERED) {
                            boundary$jscomp$0.status = CLIENT_RENDERED;
                            encodeErrorForBoundary(
                              boundary$jscomp$0,
                              errorDigest$jscomp$0,
                              x$jscomp$0,
                              errorInfo$jscomp$1,
                              false
                            );
                            untrackBoundary(request, boundary$jscomp$0);
                            var boundaryRow = boundary$jscomp$0.row;
                            null !== boundaryRow && (request.allPendingTasks++, 0 === --boundaryRow.pendingTasks && finishSuspenseListRow(request, boundaryRow), request.allPendingTasks--);
                            boundary$jscomp$0.parentFlushed && request.clientRenderedBoundaries.push(
                              boundary$jscomp$0
                            );
                            0 === request.pendingRootTasks && null === request.trackedPostpones && null !== boundary$jscomp$0.preamble && preparePreamble(request);
                          }
                          0 === request.allPendingTasks && completeAll(request);
                        }
                      }
                    } finally {
                      request.currentTask = prevTask$jscomp$0, currentTaskInDEV = prevTaskInDEV;
                    }
                  }
              }
              pingedTasks.splice(0, i);
              null !== request$jscomp$1.destination && flushCompletedQueues(
                request$jscomp$1,
                request$jscomp$1.destination
              );
            } catch (error) {
              pingedTasks = {}, logRecoverableError(request$jscomp$1, error, pingedTasks, null), fatalError(request$jscomp$1, error, pingedTasks, null);
            } finally {
              currentResumableState = prevResumableState, ReactSharedInternals.H = prevDispatcher, ReactSharedInternals.A = prevAsyncDispatcher, ReactSharedInternals.getCurrentStack = prevGetCurrentStackImpl, prevDispatcher === HooksDispatcher && switchContext(prevContext), currentRequest = prevRequest;
            }
          }
        }
        function preparePreambleFromSubtree(request, segment, collectedPreambleSegments) {
          segment.preambleChildren.length && collectedPreambleSegments.push(segment.preambleChildren);
          for (var pendingPreambles = false, i = 0; i < segment.children.length; i++)
            pendingPreambles = preparePreambleFromSegment(
              request,
              segment.children[i],
              collectedPreambleSegments
            ) || pendingPreambles;
          return pendingPreambles;
        }
        function preparePreambleFromSegment(request, segment, collectedPreambleSegments) {
          var boundary = segment.boundary;
          if (null === boundary)
            return preparePreambleFromSubtree(
              request,
              segment,
              collectedPreambleSegments
            );
          var preamble = boundary.preamble;
          if (null === preamble) return false;
          switch (boundary.status) {
            case COMPLETED:
              hoistPreambleState(request.renderState, preamble.content);
              request.byteSize += boundary.byteSize;
              segment = boundary.completedSegments[0];
              if (!segment)
                throw Error(
                  "A previously unvisited boundary must have exactly one root segment. This is a bug in React."
                );
              return preparePreambleFromSubtree(
                request,
                segment,
                collectedPreambleSegments
              );
            case POSTPONED:
              if (null !== request.trackedPostpones) return true;
            case CLIENT_RENDERED:
              if (segment.status === COMPLETED)
                return hoistPreambleState(request.renderState, preamble.fallback), preparePreambleFromSubtree(
                  request,
                  segment,
                  collectedPreambleSegments
                );
            default:
              return true;
          }
        }
        function preparePreamble(request) {
          if (request.completedRootSegment && null === request.completedPreambleSegments) {
            var collectedPreambleSegments = [], originalRequestByteSize = request.byteSize, hasPendingPreambles = preparePreambleFromSegment(
              request,
              request.completedRootSegment,
              collectedPreambleSegments
            ), preamble = request.renderState.preamble;
            false === hasPendingPreambles || preamble.headChunks && preamble.bodyChunks ? request.completedPreambleSegments = collectedPreambleSegments : request.byteSize = originalRequestByteSize;
          }
        }
        function flushSubtree(request, destination, segment, hoistableState) {
          segment.parentFlushed = true;
          switch (segment.status) {
            case PENDING:
              segment.id = request.nextSegmentId++;
            case POSTPONED:
              return hoistableState = segment.id, segment.lastPushedText = false, segment.textEmbedded = false, request = request.renderState, destination.push(placeholder1), destination.push(request.placeholderPrefix), request = hoistableState.toString(16), destination.push(request), destination.push(placeholder2);
            case COMPLETED:
              segment.status = FLUSHED;
              var r = true, chunks = segment.chunks, chunkIdx = 0;
              segment = segment.children;
              for (var childIdx = 0; childIdx < segment.length; childIdx++) {
                for (r = segment[childIdx]; chunkIdx < r.index; chunkIdx++)
                  destination.push(chunks[chunkIdx]);
                r = flushSegment(request, destination, r, hoistableState);
              }
              for (; chunkIdx < chunks.length - 1; chunkIdx++)
                destination.push(chunks[chunkIdx]);
              chunkIdx < chunks.length && (r = destination.push(chunks[chunkIdx]));
              return r;
            case ABORTED:
              return true;
            default:
              throw Error(
                "Aborted, errored or already flushed boundaries should not be flushed again. This is a bug in React."
              );
          }
        }
        function flushSegment(request, destination, segment, hoistableState) {
          var boundary = segment.boundary;
          if (null === boundary)
            return flushSubtree(request, destination, segment, hoistableState);
          segment.boundary = null;
          boundary.parentFlushed = true;
          if (boundary.status === CLIENT_RENDERED) {
            var row = boundary.row;
            null !== row && 0 === --row.pendingTasks && finishSuspenseListRow(request, row);
            if (!request.renderState.generateStaticMarkup) {
              var errorDigest = boundary.errorDigest, errorMessage = boundary.errorMessage;
              row = boundary.errorStack;
              boundary = boundary.errorComponentStack;
              destination.push(startClientRenderedSuspenseBoundary);
              destination.push(clientRenderedSuspenseBoundaryError1);
              null != errorDigest && (destination.push(clientRenderedSuspenseBoundaryError1A), errorDigest = escapeTextForBrowser(errorDigest), destination.push(errorDigest), destination.push(
                clientRenderedSuspenseBoundaryErrorAttrInterstitial
              ));
              errorMessage && (destination.push(clientRenderedSuspenseBoundaryError1B), errorMessage = escapeTextForBrowser(errorMessage), destination.push(errorMessage), destination.push(
                clientRenderedSuspenseBoundaryErrorAttrInterstitial
              ));
              row && (destination.push(clientRenderedSuspenseBoundaryError1C), row = escapeTextForBrowser(row), destination.push(row), destination.push(
                clientRenderedSuspenseBoundaryErrorAttrInterstitial
              ));
              boundary && (destination.push(clientRenderedSuspenseBoundaryError1D), row = escapeTextForBrowser(boundary), destination.push(row), destination.push(
                clientRenderedSuspenseBoundaryErrorAttrInterstitial
              ));
              destination.push(clientRenderedSuspenseBoundaryError2);
            }
            flushSubtree(request, destination, segment, hoistableState);
            request = request.renderState.generateStaticMarkup ? true : destination.push(endSuspenseBoundary);
            return request;
          }
          if (boundary.status !== COMPLETED)
            return boundary.status === PENDING && (boundary.rootSegmentID = request.nextSegmentId++), 0 < boundary.completedSegments.length && request.partialBoundaries.push(boundary), writeStartPendingSuspenseBoundary(
              destination,
              request.renderState,
              boundary.rootSegmentID
            ), hoistableState && hoistHoistables(hoistableState, boundary.fallbackState), flushSubtree(request, destination, segment, hoistableState), destination.push(endSuspenseBoundary);
          if (!flushingPartialBoundaries && isEligibleForOutlining(request, boundary) && (flushedByteSize + boundary.byteSize > request.progressiveChunkSize || boundary.defer))
            return boundary.rootSegmentID = request.nextSegmentId++, request.completedBoundaries.push(boundary), writeStartPendingSuspenseBoundary(
              destination,
              request.renderState,
              boundary.rootSegmentID
            ), flushSubtree(request, destination, segment, hoistableState), destination.push(endSuspenseBoundary);
          flushedByteSize += boundary.byteSize;
          hoistableState && hoistHoistables(hoistableState, boundary.contentState);
          segment = boundary.row;
          null !== segment && isEligibleForOutlining(request, boundary) && 0 === --segment.pendingTasks && finishSuspenseListRow(request, segment);
          request.renderState.generateStaticMarkup || destination.push(startCompletedSuspenseBoundary);
          segment = boundary.completedSegments;
          if (1 !== segment.length)
            throw Error(
              "A previously unvisited boundary must have exactly one root segment. This is a bug in React."
            );
          flushSegment(request, destination, segment[0], hoistableState);
          request = request.renderState.generateStaticMarkup ? true : destination.push(endSuspenseBoundary);
          return request;
        }
        function flushSegmentContainer(request, destination, segment, hoistableState) {
          writeStartSegment(
            destination,
            request.renderState,
            segment.parentFormatContext,
            segment.id
          );
          flushSegment(request, destination, segment, hoistableState);
          return writeEndSegment(destination, segment.parentFormatContext);
        }
        function flushCompletedBoundary(request, destination, boundary) {
          flushedByteSize = boundary.byteSize;
          for (var completedSegments = boundary.completedSegments, i = 0; i < completedSegments.length; i++)
            flushPartiallyCompletedSegment(
              request,
              destination,
              boundary,
              completedSegments[i]
            );
          completedSegments.length = 0;
          completedSegments = boundary.row;
          null !== completedSegments && isEligibleForOutlining(request, boundary) && 0 === --completedSegments.pendingTasks && finishSuspenseListRow(request, completedSegments);
          writeHoistablesForBoundary(
            destination,
            boundary.contentState,
            request.renderState
          );
          completedSegments = request.resumableState;
          request = request.renderState;
          i = boundary.rootSegmentID;
          boundary = boundary.contentState;
          var requiresStyleInsertion = request.stylesToHoist, requiresViewTransitions = (completedSegments.instructions & NeedUpgradeToViewTransitions) !== NothingSent;
          request.stylesToHoist = false;
          destination.push(request.startInlineScript);
          destination.push(endOfStartTag);
          requiresStyleInsertion ? ((completedSegments.instructions & SentClientRenderFunction) === NothingSent && (completedSegments.instructions |= SentClientRenderFunction, destination.push(clientRenderScriptFunctionOnly)), (completedSegments.instructions & SentCompleteBoundaryFunction) === NothingSent && (completedSegments.instructions |= SentCompleteBoundaryFunction, destination.push(completeBoundaryScriptFunctionOnly)), requiresViewTransitions && (completedSegments.instructions & SentUpgradeToViewTransitions) === NothingSent && (completedSegments.instructions |= SentUpgradeToViewTransitions, destination.push(
            completeBoundaryUpgradeToViewTransitionsInstruction
          )), (completedSegments.instructions & SentStyleInsertionFunction) === NothingSent ? (completedSegments.instructions |= SentStyleInsertionFunction, destination.push(completeBoundaryWithStylesScript1FullPartial)) : destination.push(completeBoundaryWithStylesScript1Partial)) : ((completedSegments.instructions & SentCompleteBoundaryFunction) === NothingSent && (completedSegments.instructions |= SentCompleteBoundaryFunction, destination.push(completeBoundaryScriptFunctionOnly)), requiresViewTransitions && (completedSegments.instructions & SentUpgradeToViewTransitions) === NothingSent && (completedSegments.instructions |= SentUpgradeToViewTransitions, destination.push(
            completeBoundaryUpgradeToViewTransitionsInstruction
          )), destination.push(completeBoundaryScript1Partial));
          completedSegments = i.toString(16);
          destination.push(request.boundaryPrefix);
          destination.push(completedSegments);
          destination.push(completeBoundaryScript2);
          destination.push(request.segmentPrefix);
          destination.push(completedSegments);
          requiresStyleInsertion ? (destination.push(completeBoundaryScript3a), writeStyleResourceDependenciesInJS(destination, boundary)) : destination.push(completeBoundaryScript3b);
          boundary = destination.push(completeBoundaryScriptEnd);
          return writeBootstrap(destination, request) && boundary;
        }
        function flushPartiallyCompletedSegment(request, destination, boundary, segment) {
          if (segment.status === FLUSHED) return true;
          var hoistableState = boundary.contentState, segmentID = segment.id;
          if (-1 === segmentID) {
            if (-1 === (segment.id = boundary.rootSegmentID))
              throw Error(
                "A root segment ID must have been assigned by now. This is a bug in React."
              );
            return flushSegmentContainer(
              request,
              destination,
              segment,
              hoistableState
            );
          }
          if (segmentID === boundary.rootSegmentID)
            return flushSegmentContainer(
              request,
              destination,
              segment,
              hoistableState
            );
          flushSegmentContainer(request, destination, segment, hoistableState);
          boundary = request.resumableState;
          request = request.renderState;
          destination.push(request.startInlineScript);
          destination.push(endOfStartTag);
          (boundary.instructions & SentCompleteSegmentFunction) === NothingSent ? (boundary.instructions |= SentCompleteSegmentFunction, destination.push(completeSegmentScript1Full)) : destination.push(completeSegmentScript1Partial);
          destination.push(request.segmentPrefix);
          segmentID = segmentID.toString(16);
          destination.push(segmentID);
          destination.push(completeSegmentScript2);
          destination.push(request.placeholderPrefix);
          destination.push(segmentID);
          destination = destination.push(completeSegmentScriptEnd);
          return destination;
        }
        function flushCompletedQueues(request, destination) {
          try {
            if (!(0 < request.pendingRootTasks)) {
              var i, completedRootSegment = request.completedRootSegment;
              if (null !== completedRootSegment) {
                if (completedRootSegment.status === POSTPONED) return;
                var completedPreambleSegments = request.completedPreambleSegments;
                if (null === completedPreambleSegments) return;
                flushedByteSize = request.byteSize;
                var resumableState = request.resumableState, renderState = request.renderState, preamble = renderState.preamble, htmlChunks = preamble.htmlChunks, headChunks = preamble.headChunks, i$jscomp$0;
                if (htmlChunks) {
                  for (i$jscomp$0 = 0; i$jscomp$0 < htmlChunks.length; i$jscomp$0++)
                    destination.push(htmlChunks[i$jscomp$0]);
                  if (headChunks)
                    for (i$jscomp$0 = 0; i$jscomp$0 < headChunks.length; i$jscomp$0++)
                      destination.push(headChunks[i$jscomp$0]);
                  else {
                    var chunk = startChunkForTag("head");
                    destination.push(chunk);
                    destination.push(endOfStartTag);
                  }
                } else if (headChunks)
                  for (i$jscomp$0 = 0; i$jscomp$0 < headChunks.length; i$jscomp$0++)
                    destination.push(headChunks[i$jscomp$0]);
                var charsetChunks = renderState.charsetChunks;
                for (i$jscomp$0 = 0; i$jscomp$0 < charsetChunks.length; i$jscomp$0++)
                  destination.push(charsetChunks[i$jscomp$0]);
                charsetChunks.length = 0;
                renderState.preconnects.forEach(flushResource, destination);
                renderState.preconnects.clear();
                var viewportChunks = renderState.viewportChunks;
                for (i$jscomp$0 = 0; i$jscomp$0 < viewportChunks.length; i$jscomp$0++)
                  destination.push(viewportChunks[i$jscomp$0]);
                viewportChunks.length = 0;
                renderState.fontPreloads.forEach(flushResource, destination);
                renderState.fontPreloads.clear();
                renderState.highImagePreloads.forEach(flushResource, destination);
                renderState.highImagePreloads.clear();
                currentlyFlushingRenderState = renderState;
                renderState.styles.forEach(flushStylesInPreamble, destination);
                currentlyFlushingRenderState = null;
                var importMapChunks = renderState.importMapChunks;
                for (i$jscomp$0 = 0; i$jscomp$0 < importMapChunks.length; i$jscomp$0++)
                  destination.push(importMapChunks[i$jscomp$0]);
                importMapChunks.length = 0;
                renderState.bootstrapScripts.forEach(flushResource, destination);
                renderState.scripts.forEach(flushResource, destination);
                renderState.scripts.clear();
                renderState.bulkPreloads.forEach(flushResource, destination);
                renderState.bulkPreloads.clear();
                resumableState.instructions |= SentCompletedShellId;
                var hoistableChunks = renderState.hoistableChunks;
                for (i$jscomp$0 = 0; i$jscomp$0 < hoistableChunks.length; i$jscomp$0++)
                  destination.push(hoistableChunks[i$jscomp$0]);
                for (resumableState = hoistableChunks.length = 0; resumableState < completedPreambleSegments.length; resumableState++) {
                  var segments = completedPreambleSegments[resumableState];
                  for (renderState = 0; renderState < segments.length; renderState++)
                    flushSegment(request, destination, segments[renderState], null);
                }
                var preamble$jscomp$0 = request.renderState.preamble, headChunks$jscomp$0 = preamble$jscomp$0.headChunks;
                if (preamble$jscomp$0.htmlChunks || headChunks$jscomp$0) {
                  var chunk$jscomp$0 = endChunkForTag("head");
                  destination.push(chunk$jscomp$0);
                }
                var bodyChunks = preamble$jscomp$0.bodyChunks;
                if (bodyChunks)
                  for (completedPreambleSegments = 0; completedPreambleSegments < bodyChunks.length; completedPreambleSegments++)
                    destination.push(bodyChunks[completedPreambleSegments]);
                flushSegment(request, destination, completedRootSegment, null);
                request.completedRootSegment = null;
                var renderState$jscomp$0 = request.renderState;
                if (0 !== request.allPendingTasks || 0 !== request.clientRenderedBoundaries.length || 0 !== request.completedBoundaries.length || null !== request.trackedPostpones && (0 !== request.trackedPostpones.rootNodes.length || null !== request.trackedPostpones.rootSlots)) {
                  var resumableState$jscomp$0 = request.resumableState;
                  if ((resumableState$jscomp$0.instructions & SentMarkShellTime) === NothingSent) {
                    resumableState$jscomp$0.instructions |= SentMarkShellTime;
                    destination.push(renderState$jscomp$0.startInlineScript);
                    if ((resumableState$jscomp$0.instructions & SentCompletedShellId) === NothingSent) {
                      resumableState$jscomp$0.instructions |= SentCompletedShellId;
                      var shellId = "_" + resumableState$jscomp$0.idPrefix + "R_";
                      destination.push(completedShellIdAttributeStart);
                      var chunk$jscomp$1 = escapeTextForBrowser(shellId);
                      destination.push(chunk$jscomp$1);
                      destination.push(attributeEnd);
                    }
                    destination.push(endOfStartTag);
                    destination.push(shellTimeRuntimeScript);
                    destination.push(endInlineScript);
                  }
                }
                writeBootstrap(destination, renderState$jscomp$0);
              }
              var renderState$jscomp$1 = request.renderState;
              completedRootSegment = 0;
              var viewportChunks$jscomp$0 = renderState$jscomp$1.viewportChunks;
              for (completedRootSegment = 0; completedRootSegment < viewportChunks$jscomp$0.length; completedRootSegment++)
                destination.push(viewportChunks$jscomp$0[completedRootSegment]);
              viewportChunks$jscomp$0.length = 0;
              renderState$jscomp$1.preconnects.forEach(flushResource, destination);
              renderState$jscomp$1.preconnects.clear();
              renderState$jscomp$1.fontPreloads.forEach(flushResource, destination);
              renderState$jscomp$1.fontPreloads.clear();
              renderState$jscomp$1.highImagePreloads.forEach(
                flushResource,
                destination
              );
              renderState$jscomp$1.highImagePreloads.clear();
              renderState$jscomp$1.styles.forEach(preloadLateStyles, destination);
              renderState$jscomp$1.scripts.forEach(flushResource, destination);
              renderState$jscomp$1.scripts.clear();
              renderState$jscomp$1.bulkPreloads.forEach(flushResource, destination);
              renderState$jscomp$1.bulkPreloads.clear();
              var hoistableChunks$jscomp$0 = renderState$jscomp$1.hoistableChunks;
              for (completedRootSegment = 0; completedRootSegment < hoistableChunks$jscomp$0.length; completedRootSegment++)
                destination.push(hoistableChunks$jscomp$0[completedRootSegment]);
              hoistableChunks$jscomp$0.length = 0;
              var clientRenderedBoundaries = request.clientRenderedBoundaries;
              for (i = 0; i < clientRenderedBoundaries.length; i++) {
                var boundary = clientRenderedBoundaries[i];
                renderState$jscomp$1 = destination;
                var resumableState$jscomp$1 = request.resumableState, renderState$jscomp$2 = request.renderState, id = boundary.rootSegmentID, errorDigest = boundary.errorDigest, errorMessage = boundary.errorMessage, errorStack = boundary.errorStack, errorComponentStack = boundary.errorComponentStack;
                renderState$jscomp$1.push(renderState$jscomp$2.startInlineScript);
                renderState$jscomp$1.push(endOfStartTag);
                (resumableState$jscomp$1.instructions & SentClientRenderFunction) === NothingSent ? (resumableState$jscomp$1.instructions |= SentClientRenderFunction, renderState$jscomp$1.push(clientRenderScript1Full)) : renderState$jscomp$1.push(clientRenderScript1Partial);
                renderState$jscomp$1.push(renderState$jscomp$2.boundaryPrefix);
                var chunk$jscomp$2 = id.toString(16);
                renderState$jscomp$1.push(chunk$jscomp$2);
                renderState$jscomp$1.push(clientRenderScript1A);
                if (null != errorDigest || errorMessage || errorStack || errorComponentStack)
                  if (renderState$jscomp$1.push(
                    clientRenderErrorScriptArgInterstitial
                  ), null == errorDigest)
                    renderState$jscomp$1.push(clientRenderErrorScriptNull);
                  else {
                    var chunk$jscomp$3 = escapeJSStringsForInstructionScripts(errorDigest);
                    renderState$jscomp$1.push(chunk$jscomp$3);
                  }
                if (errorMessage || errorStack || errorComponentStack) {
                  renderState$jscomp$1.push(clientRenderErrorScriptArgInterstitial);
                  var chunk$jscomp$4 = escapeJSStringsForInstructionScripts(
                    errorMessage || ""
                  );
                  renderState$jscomp$1.push(chunk$jscomp$4);
                }
                if (errorStack || errorComponentStack) {
                  renderState$jscomp$1.push(clientRenderErrorScriptArgInterstitial);
                  var chunk$jscomp$5 = escapeJSStringsForInstructionScripts(
                    errorStack || ""
                  );
                  renderState$jscomp$1.push(chunk$jscomp$5);
                }
                if (errorComponentStack) {
                  renderState$jscomp$1.push(clientRenderErrorScriptArgInterstitial);
                  var chunk$jscomp$6 = escapeJSStringsForInstructionScripts(errorComponentStack);
                  renderState$jscomp$1.push(chunk$jscomp$6);
                }
                var JSCompiler_inline_result = renderState$jscomp$1.push(
                  clientRenderScriptEnd
                );
                if (!JSCompiler_inline_result) {
                  request.destination = null;
                  i++;
                  clientRenderedBoundaries.splice(0, i);
                  return;
                }
              }
              clientRenderedBoundaries.splice(0, i);
              var completedBoundaries = request.completedBoundaries;
              for (i = 0; i < completedBoundaries.length; i++)
                if (!flushCompletedBoundary(
                  request,
                  destination,
                  completedBoundaries[i]
                )) {
                  request.destination = null;
                  i++;
                  completedBoundaries.splice(0, i);
                  return;
                }
              completedBoundaries.splice(0, i);
              flushingPartialBoundaries = true;
              var partialBoundaries = request.partialBoundaries;
              for (i = 0; i < partialBoundaries.length; i++) {
                a: {
                  clientRenderedBoundaries = request;
                  boundary = destination;
                  var boundary$jscomp$0 = partialBoundaries[i];
                  flushedByteSize = boundary$jscomp$0.byteSize;
                  var completedSegments = boundary$jscomp$0.completedSegments;
                  for (JSCompiler_inline_result = 0; JSCompiler_inline_result < completedSegments.length; JSCompiler_inline_result++)
                    if (!flushPartiallyCompletedSegment(
                      clientRenderedBoundaries,
                      boundary,
                      boundary$jscomp$0,
                      completedSegments[JSCompiler_inline_result]
                    )) {
                      JSCompiler_inline_result++;
                      completedSegments.splice(0, JSCompiler_inline_result);
                      var JSCompiler_inline_result$jscomp$0 = false;
                      break a;
                    }
                  completedSegments.splice(0, JSCompiler_inline_result);
                  var row = boundary$jscomp$0.row;
                  null !== row && row.together && 1 === boundary$jscomp$0.pendingTasks && (1 === row.pendingTasks ? unblockSuspenseListRow(
                    clientRenderedBoundaries,
                    row,
                    row.hoistables
                  ) : row.pendingTasks--);
                  JSCompiler_inline_result$jscomp$0 = writeHoistablesForBoundary(
                    boundary,
                    boundary$jscomp$0.contentState,
                    clientRenderedBoundaries.renderState
                  );
                }
                if (!JSCompiler_inline_result$jscomp$0) {
                  request.destination = null;
                  i++;
                  partialBoundaries.splice(0, i);
                  return;
                }
              }
              partialBoundaries.splice(0, i);
              flushingPartialBoundaries = false;
              var largeBoundaries = request.completedBoundaries;
              for (i = 0; i < largeBoundaries.length; i++)
                if (!flushCompletedBoundary(request, destination, largeBoundaries[i])) {
                  request.destination = null;
                  i++;
                  largeBoundaries.splice(0, i);
                  return;
                }
              largeBoundaries.splice(0, i);
            }
          } finally {
            flushingPartialBoundaries = false, i = request.postponedState, null !== i && (i.nextSegmentId = request.nextSegmentId), 0 === request.allPendingTasks && 0 === request.clientRenderedBoundaries.length && 0 === request.completedBoundaries.length && (request.flushScheduled = false, i = request.resumableState, i.hasBody && (partialBoundaries = endChunkForTag("body"), destination.push(partialBoundaries)), i.hasHtml && (i = endChunkForTag("html"), destination.push(i)), 0 !== request.abortableTasks.size && console.error(
              "There was still abortable task at the root when we closed. This is a bug in React."
            ), endRenderLifetime(request), request.status = CLOSED, destination.push(null), request.destination = null);
          }
        }
        function startWork(request) {
          request.flushScheduled = null !== request.destination;
          performWork(request);
          10 === request.status && (request.status = 11);
          null === request.trackedPostpones && safelyEmitEarlyPreloads(request, 0 === request.pendingRootTasks);
        }
        function enqueueFlush(request) {
          if (false === request.flushScheduled && 0 === request.pingedTasks.length && null !== request.destination) {
            request.flushScheduled = true;
            var destination = request.destination;
            destination ? flushCompletedQueues(request, destination) : request.flushScheduled = false;
          }
        }
        function startFlowing(request, destination) {
          if (12 === request.status)
            request.status = CLOSED, request = request.fatalError, isRecoverableError(request) && (request = cloneRecoverableErrorAsFatal(request)), destination.destroy(request);
          else if (request.status !== CLOSED && null === request.destination) {
            request.destination = destination;
            try {
              flushCompletedQueues(request, destination);
            } catch (error$4) {
              destination = {}, logRecoverableError(request, error$4, destination, null), fatalError(request, error$4, destination, null);
            }
          }
        }
        function finishAbort(request, abortableTasks) {
          try {
            if (0 < abortableTasks.size) {
              var error = request.fatalError;
              abortableTasks.forEach(function(task) {
                return finishAbortedTaskDEV(task, request, error);
              });
              abortableTasks.clear();
            }
            null !== request.destination && flushCompletedQueues(request, request.destination);
          } catch (error$5) {
            abortableTasks = {}, logRecoverableError(request, error$5, abortableTasks, null), fatalError(request, error$5, abortableTasks, null);
          }
        }
        function endRenderLifetime(request) {
          request = request.renderLifetimeController;
          null !== request && request.abort(RENDER_ENDED);
        }
        function abort(request, reason) {
          if (!(request.aborted || 11 !== request.status && 10 !== request.status)) {
            endRenderLifetime(request);
            var isRecoverableReason = "object" === typeof reason && null !== reason && reason.$$typeof === REACT_RECOVERABLE_TYPE;
            request.aborted = true;
            reason = isRecoverableReason ? createRecoverableError(reason) : void 0 === reason ? Error("The render was aborted by the server without a reason.") : "object" === typeof reason && null !== reason && "function" === typeof reason.then ? Error("The render was aborted by the server with a promise.") : reason;
            request.fatalError = reason;
            reason = request.abortableTasks;
            reason.forEach(function(task) {
              return abortTaskDEV(task, request);
            });
            finishAbort(request, reason);
          }
        }
        function addToReplayParent(node, parentKeyPath, trackedPostpones) {
          if (null === parentKeyPath) trackedPostpones.rootNodes.push(node);
          else {
            var workingMap = trackedPostpones.workingMap, parentNode = workingMap.get(parentKeyPath);
            void 0 === parentNode && (parentNode = [parentKeyPath[1], parentKeyPath[2], [], null], workingMap.set(parentKeyPath, parentNode), addToReplayParent(parentNode, parentKeyPath[0], trackedPostpones));
            parentNode[2].push(node);
          }
        }
        function onError() {
        }
        function renderToStringImpl(children, options, generateStaticMarkup, abortReason) {
          var didFatal = false, fatalError2 = null, result = "", readyToStream = false;
          options = createResumableState(
            options ? options.identifierPrefix : void 0
          );
          children = createRequest(
            children,
            options,
            createRenderState(options, generateStaticMarkup),
            createFormatContext(ROOT_HTML_MODE, null, 0, null),
            Infinity,
            onError,
            void 0,
            void 0,
            function() {
              readyToStream = true;
            },
            void 0,
            void 0,
            void 0
          );
          startWork(children);
          abort(children, abortReason);
          startFlowing(children, {
            push: function(chunk) {
              null !== chunk && (result += chunk);
              return true;
            },
            destroy: function(error) {
              didFatal = true;
              fatalError2 = error;
            }
          });
          if (didFatal && fatalError2 !== abortReason) throw fatalError2;
          if (!readyToStream)
            throw Error(
              "A component suspended while responding to synchronous input. This will cause the UI to be replaced with a loading indicator. To fix, updates that suspend should be wrapped with startTransition."
            );
          return result;
        }
        var React = require_react(), ReactDOM = require_react_dom(), REACT_ELEMENT_TYPE = /* @__PURE__ */ Symbol.for("react.transitional.element"), REACT_PORTAL_TYPE = /* @__PURE__ */ Symbol.for("react.portal"), REACT_FRAGMENT_TYPE = /* @__PURE__ */ Symbol.for("react.fragment"), REACT_STRICT_MODE_TYPE = /* @__PURE__ */ Symbol.for("react.strict_mode"), REACT_PROFILER_TYPE = /* @__PURE__ */ Symbol.for("react.profiler"), REACT_CONSUMER_TYPE = /* @__PURE__ */ Symbol.for("react.consumer"), REACT_CONTEXT_TYPE = /* @__PURE__ */ Symbol.for("react.context"), REACT_FORWARD_REF_TYPE = /* @__PURE__ */ Symbol.for("react.forward_ref"), REACT_SUSPENSE_TYPE = /* @__PURE__ */ Symbol.for("react.suspense"), REACT_SUSPENSE_LIST_TYPE = /* @__PURE__ */ Symbol.for("react.suspense_list"), REACT_MEMO_TYPE = /* @__PURE__ */ Symbol.for("react.memo"), REACT_LAZY_TYPE = /* @__PURE__ */ Symbol.for("react.lazy"), REACT_SCOPE_TYPE = /* @__PURE__ */ Symbol.for("react.scope"), REACT_ACTIVITY_TYPE = /* @__PURE__ */ Symbol.for("react.activity"), REACT_LEGACY_HIDDEN_TYPE = /* @__PURE__ */ Symbol.for("react.legacy_hidden"), REACT_MEMO_CACHE_SENTINEL = /* @__PURE__ */ Symbol.for("react.memo_cache_sentinel"), REACT_VIEW_TRANSITION_TYPE = /* @__PURE__ */ Symbol.for("react.view_transition"), REACT_RECOVERABLE_TYPE = /* @__PURE__ */ Symbol.for("react.recoverable"), MAYBE_ITERATOR_SYMBOL = Symbol.iterator, ASYNC_ITERATOR = Symbol.asyncIterator, REACT_OPTIMISTIC_KEY = /* @__PURE__ */ Symbol.for("react.optimistic_key"), isArrayImpl = Array.isArray, jsxPropsParents = /* @__PURE__ */ new WeakMap(), jsxChildrenParents = /* @__PURE__ */ new WeakMap(), CLIENT_REFERENCE_TAG = /* @__PURE__ */ Symbol.for("react.client.reference"), assign = Object.assign, hasOwnProperty = Object.prototype.hasOwnProperty, VALID_ATTRIBUTE_NAME_REGEX = RegExp(
          "^[:A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD][:A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\-.0-9\\u00B7\\u0300-\\u036F\\u203F-\\u2040]*$"
        ), illegalAttributeNameCache = {}, validatedAttributeNameCache = {}, unitlessNumbers = new Set(
          "animationIterationCount aspectRatio borderImageOutset borderImageSlice borderImageWidth boxFlex boxFlexGroup boxOrdinalGroup columnCount columns flex flexGrow flexPositive flexShrink flexNegative flexOrder gridArea gridRow gridRowEnd gridRowSpan gridRowStart gridColumn gridColumnEnd gridColumnSpan gridColumnStart fontWeight lineClamp lineHeight opacity order orphans scale tabSize widows zIndex zoom fillOpacity floodOpacity stopOpacity strokeDasharray strokeDashoffset strokeMiterlimit strokeOpacity strokeWidth MozAnimationIterationCount MozBoxFlex MozBoxFlexGroup MozLineClamp msAnimationIterationCount msFlex msZoom msFlexGrow msFlexNegative msFlexOrder msFlexPositive msFlexShrink msGridColumn msGridColumnSpan msGridRow msGridRowSpan WebkitAnimationIterationCount WebkitBoxFlex WebKitBoxFlexGroup WebkitBoxOrdinalGroup WebkitColumnCount WebkitColumns WebkitFlex WebkitFlexGrow WebkitFlexPositive WebkitFlexShrink WebkitLineClamp".split(
            " "
          )
        ), aliases = /* @__PURE__ */ new Map([
          ["acceptCharset", "accept-charset"],
          ["htmlFor", "for"],
          ["httpEquiv", "http-equiv"],
          ["crossOrigin", "crossorigin"],
          ["accentHeight", "accent-height"],
          ["alignmentBaseline", "alignment-baseline"],
          ["arabicForm", "arabic-form"],
          ["baselineShift", "baseline-shift"],
          ["capHeight", "cap-height"],
          ["clipPath", "clip-path"],
          ["clipRule", "clip-rule"],
          ["colorInterpolation", "color-interpolation"],
          ["colorInterpolationFilters", "color-interpolation-filters"],
          ["colorProfile", "color-profile"],
          ["colorRendering", "color-rendering"],
          ["dominantBaseline", "dominant-baseline"],
          ["enableBackground", "enable-background"],
          ["fillOpacity", "fill-opacity"],
          ["fillRule", "fill-rule"],
          ["floodColor", "flood-color"],
          ["floodOpacity", "flood-opacity"],
          ["fontFamily", "font-family"],
          ["fontSize", "font-size"],
          ["fontSizeAdjust", "font-size-adjust"],
          ["fontStretch", "font-stretch"],
          ["fontStyle", "font-style"],
          ["fontVariant", "font-variant"],
          ["fontWeight", "font-weight"],
          ["glyphName", "glyph-name"],
          ["glyphOrientationHorizontal", "glyph-orientation-horizontal"],
          ["glyphOrientationVertical", "glyph-orientation-vertical"],
          ["horizAdvX", "horiz-adv-x"],
          ["horizOriginX", "horiz-origin-x"],
          ["imageRendering", "image-rendering"],
          ["letterSpacing", "letter-spacing"],
          ["lightingColor", "lighting-color"],
          ["markerEnd", "marker-end"],
          ["markerMid", "marker-mid"],
          ["markerStart", "marker-start"],
          ["maskType", "mask-type"],
          ["overlinePosition", "overline-position"],
          ["overlineThickness", "overline-thickness"],
          ["paintOrder", "paint-order"],
          ["panose-1", "panose-1"],
          ["pointerEvents", "pointer-events"],
          ["renderingIntent", "rendering-intent"],
          ["shapeRendering", "shape-rendering"],
          ["stopColor", "stop-color"],
          ["stopOpacity", "stop-opacity"],
          ["strikethroughPosition", "strikethrough-position"],
          ["strikethroughThickness", "strikethrough-thickness"],
          ["strokeDasharray", "stroke-dasharray"],
          ["strokeDashoffset", "stroke-dashoffset"],
          ["strokeLinecap", "stroke-linecap"],
          ["strokeLinejoin", "stroke-linejoin"],
          ["strokeMiterlimit", "stroke-miterlimit"],
          ["strokeOpacity", "stroke-opacity"],
          ["strokeWidth", "stroke-width"],
          ["textAnchor", "text-anchor"],
          ["textDecoration", "text-decoration"],
          ["textRendering", "text-rendering"],
          ["transformOrigin", "transform-origin"],
          ["underlinePosition", "underline-position"],
          ["underlineThickness", "underline-thickness"],
          ["unicodeBidi", "unicode-bidi"],
          ["unicodeRange", "unicode-range"],
          ["unitsPerEm", "units-per-em"],
          ["vAlphabetic", "v-alphabetic"],
          ["vHanging", "v-hanging"],
          ["vIdeographic", "v-ideographic"],
          ["vMathematical", "v-mathematical"],
          ["vectorEffect", "vector-effect"],
          ["vertAdvY", "vert-adv-y"],
          ["vertOriginX", "vert-origin-x"],
          ["vertOriginY", "vert-origin-y"],
          ["wordSpacing", "word-spacing"],
          ["writingMode", "writing-mode"],
          ["xmlnsXlink", "xmlns:xlink"],
          ["xHeight", "x-height"]
        ]), hasReadOnlyValue = {
          button: true,
          checkbox: true,
          image: true,
          hidden: true,
          radio: true,
          reset: true,
          submit: true
        }, ariaProperties = {
          "aria-current": 0,
          "aria-description": 0,
          "aria-details": 0,
          "aria-disabled": 0,
          "aria-hidden": 0,
          "aria-invalid": 0,
          "aria-keyshortcuts": 0,
          "aria-label": 0,
          "aria-roledescription": 0,
          "aria-autocomplete": 0,
          "aria-checked": 0,
          "aria-expanded": 0,
          "aria-haspopup": 0,
          "aria-level": 0,
          "aria-modal": 0,
          "aria-multiline": 0,
          "aria-multiselectable": 0,
          "aria-orientation": 0,
          "aria-placeholder": 0,
          "aria-pressed": 0,
          "aria-readonly": 0,
          "aria-required": 0,
          "aria-selected": 0,
          "aria-sort": 0,
          "aria-valuemax": 0,
          "aria-valuemin": 0,
          "aria-valuenow": 0,
          "aria-valuetext": 0,
          "aria-atomic": 0,
          "aria-busy": 0,
          "aria-live": 0,
          "aria-relevant": 0,
          "aria-dropeffect": 0,
          "aria-grabbed": 0,
          "aria-activedescendant": 0,
          "aria-colcount": 0,
          "aria-colindex": 0,
          "aria-colspan": 0,
          "aria-controls": 0,
          "aria-describedby": 0,
          "aria-errormessage": 0,
          "aria-flowto": 0,
          "aria-labelledby": 0,
          "aria-owns": 0,
          "aria-posinset": 0,
          "aria-rowcount": 0,
          "aria-rowindex": 0,
          "aria-rowspan": 0,
          "aria-setsize": 0,
          "aria-braillelabel": 0,
          "aria-brailleroledescription": 0,
          "aria-colindextext": 0,
          "aria-rowindextext": 0
        }, warnedProperties$1 = {}, rARIA$1 = RegExp(
          "^(aria)-[:A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\-.0-9\\u00B7\\u0300-\\u036F\\u203F-\\u2040]*$"
        ), rARIACamel$1 = RegExp(
          "^(aria)[A-Z][:A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\-.0-9\\u00B7\\u0300-\\u036F\\u203F-\\u2040]*$"
        ), didWarnValueNull = false, possibleStandardNames = {
          accept: "accept",
          acceptcharset: "acceptCharset",
          "accept-charset": "acceptCharset",
          accesskey: "accessKey",
          action: "action",
          allowfullscreen: "allowFullScreen",
          alt: "alt",
          as: "as",
          async: "async",
          autocapitalize: "autoCapitalize",
          autocomplete: "autoComplete",
          autocorrect: "autoCorrect",
          autofocus: "autoFocus",
          autoplay: "autoPlay",
          autosave: "autoSave",
          capture: "capture",
          cellpadding: "cellPadding",
          cellspacing: "cellSpacing",
          challenge: "challenge",
          charset: "charSet",
          checked: "checked",
          children: "children",
          cite: "cite",
          class: "className",
          classid: "classID",
          classname: "className",
          cols: "cols",
          colspan: "colSpan",
          content: "content",
          contenteditable: "contentEditable",
          contextmenu: "contextMenu",
          controls: "controls",
          controlslist: "controlsList",
          coords: "coords",
          credentialless: "credentialless",
          crossorigin: "crossOrigin",
          dangerouslysetinnerhtml: "dangerouslySetInnerHTML",
          data: "data",
          datetime: "dateTime",
          default: "default",
          defaultchecked: "defaultChecked",
          defaultvalue: "defaultValue",
          defer: "defer",
          dir: "dir",
          disabled: "disabled",
          disablepictureinpicture: "disablePictureInPicture",
          disableremoteplayback: "disableRemotePlayback",
          download: "download",
          draggable: "draggable",
          enctype: "encType",
          enterkeyhint: "enterKeyHint",
          fetchpriority: "fetchPriority",
          for: "htmlFor",
          form: "form",
          formmethod: "formMethod",
          formaction: "formAction",
          formenctype: "formEncType",
          formnovalidate: "formNoValidate",
          formtarget: "formTarget",
          frameborder: "frameBorder",
          headers: "headers",
          height: "height",
          hidden: "hidden",
          high: "high",
          href: "href",
          hreflang: "hrefLang",
          htmlfor: "htmlFor",
          httpequiv: "httpEquiv",
          "http-equiv": "httpEquiv",
          icon: "icon",
          id: "id",
          imagesizes: "imageSizes",
          imagesrcset: "imageSrcSet",
          inert: "inert",
          innerhtml: "innerHTML",
          inputmode: "inputMode",
          integrity: "integrity",
          is: "is",
          itemid: "itemID",
          itemprop: "itemProp",
          itemref: "itemRef",
          itemscope: "itemScope",
          itemtype: "itemType",
          keyparams: "keyParams",
          keytype: "keyType",
          kind: "kind",
          label: "label",
          lang: "lang",
          list: "list",
          loop: "loop",
          low: "low",
          manifest: "manifest",
          marginwidth: "marginWidth",
          marginheight: "marginHeight",
          max: "max",
          maxlength: "maxLength",
          media: "media",
          mediagroup: "mediaGroup",
          method: "method",
          min: "min",
          minlength: "minLength",
          multiple: "multiple",
          muted: "muted",
          name: "name",
          nomodule: "noModule",
          nonce: "nonce",
          novalidate: "noValidate",
          open: "open",
          optimum: "optimum",
          pattern: "pattern",
          placeholder: "placeholder",
          playsinline: "playsInline",
          poster: "poster",
          preload: "preload",
          profile: "profile",
          radiogroup: "radioGroup",
          readonly: "readOnly",
          referrerpolicy: "referrerPolicy",
          rel: "rel",
          required: "required",
          reversed: "reversed",
          role: "role",
          rows: "rows",
          rowspan: "rowSpan",
          sandbox: "sandbox",
          scope: "scope",
          scoped: "scoped",
          scrolling: "scrolling",
          seamless: "seamless",
          selected: "selected",
          shape: "shape",
          size: "size",
          sizes: "sizes",
          span: "span",
          spellcheck: "spellCheck",
          src: "src",
          srcdoc: "srcDoc",
          srclang: "srcLang",
          srcset: "srcSet",
          start: "start",
          step: "step",
          style: "style",
          summary: "summary",
          tabindex: "tabIndex",
          target: "target",
          title: "title",
          type: "type",
          usemap: "useMap",
          value: "value",
          width: "width",
          wmode: "wmode",
          wrap: "wrap",
          about: "about",
          accentheight: "accentHeight",
          "accent-height": "accentHeight",
          accumulate: "accumulate",
          additive: "additive",
          alignmentbaseline: "alignmentBaseline",
          "alignment-baseline": "alignmentBaseline",
          allowreorder: "allowReorder",
          alphabetic: "alphabetic",
          amplitude: "amplitude",
          arabicform: "arabicForm",
          "arabic-form": "arabicForm",
          ascent: "ascent",
          attributename: "attributeName",
          attributetype: "attributeType",
          autoreverse: "autoReverse",
          azimuth: "azimuth",
          basefrequency: "baseFrequency",
          baselineshift: "baselineShift",
          "baseline-shift": "baselineShift",
          baseprofile: "baseProfile",
          bbox: "bbox",
          begin: "begin",
          bias: "bias",
          by: "by",
          calcmode: "calcMode",
          capheight: "capHeight",
          "cap-height": "capHeight",
          clip: "clip",
          clippath: "clipPath",
          "clip-path": "clipPath",
          clippathunits: "clipPathUnits",
          cliprule: "clipRule",
          "clip-rule": "clipRule",
          color: "color",
          colorinterpolation: "colorInterpolation",
          "color-interpolation": "colorInterpolation",
          colorinterpolationfilters: "colorInterpolationFilters",
          "color-interpolation-filters": "colorInterpolationFilters",
          colorprofile: "colorProfile",
          "color-profile": "colorProfile",
          colorrendering: "colorRendering",
          "color-rendering": "colorRendering",
          contentscripttype: "contentScriptType",
          contentstyletype: "contentStyleType",
          cursor: "cursor",
          cx: "cx",
          cy: "cy",
          d: "d",
          datatype: "datatype",
          decelerate: "decelerate",
          descent: "descent",
          diffuseconstant: "diffuseConstant",
          direction: "direction",
          display: "display",
          divisor: "divisor",
          dominantbaseline: "dominantBaseline",
          "dominant-baseline": "dominantBaseline",
          dur: "dur",
          dx: "dx",
          dy: "dy",
          edgemode: "edgeMode",
          elevation: "elevation",
          enablebackground: "enableBackground",
          "enable-background": "enableBackground",
          end: "end",
          exponent: "exponent",
          externalresourcesrequired: "externalResourcesRequired",
          fill: "fill",
          fillopacity: "fillOpacity",
          "fill-opacity": "fillOpacity",
          fillrule: "fillRule",
          "fill-rule": "fillRule",
          filter: "filter",
          filterres: "filterRes",
          filterunits: "filterUnits",
          floodopacity: "floodOpacity",
          "flood-opacity": "floodOpacity",
          floodcolor: "floodColor",
          "flood-color": "floodColor",
          focusable: "focusable",
          fontfamily: "fontFamily",
          "font-family": "fontFamily",
          fontsize: "fontSize",
          "font-size": "fontSize",
          fontsizeadjust: "fontSizeAdjust",
          "font-size-adjust": "fontSizeAdjust",
          fontstretch: "fontStretch",
          "font-stretch": "fontStretch",
          fontstyle: "fontStyle",
          "font-style": "fontStyle",
          fontvariant: "fontVariant",
          "font-variant": "fontVariant",
          fontweight: "fontWeight",
          "font-weight": "fontWeight",
          format: "format",
          from: "from",
          fx: "fx",
          fy: "fy",
          g1: "g1",
          g2: "g2",
          glyphname: "glyphName",
          "glyph-name": "glyphName",
          glyphorientationhorizontal: "glyphOrientationHorizontal",
          "glyph-orientation-horizontal": "glyphOrientationHorizontal",
          glyphorientationvertical: "glyphOrientationVertical",
          "glyph-orientation-vertical": "glyphOrientationVertical",
          glyphref: "glyphRef",
          gradienttransform: "gradientTransform",
          gradientunits: "gradientUnits",
          hanging: "hanging",
          horizadvx: "horizAdvX",
          "horiz-adv-x": "horizAdvX",
          horizoriginx: "horizOriginX",
          "horiz-origin-x": "horizOriginX",
          ideographic: "ideographic",
          imagerendering: "imageRendering",
          "image-rendering": "imageRendering",
          in2: "in2",
          in: "in",
          inlist: "inlist",
          intercept: "intercept",
          k1: "k1",
          k2: "k2",
          k3: "k3",
          k4: "k4",
          k: "k",
          kernelmatrix: "kernelMatrix",
          kernelunitlength: "kernelUnitLength",
          kerning: "kerning",
          keypoints: "keyPoints",
          keysplines: "keySplines",
          keytimes: "keyTimes",
          lengthadjust: "lengthAdjust",
          letterspacing: "letterSpacing",
          "letter-spacing": "letterSpacing",
          lightingcolor: "lightingColor",
          "lighting-color": "lightingColor",
          limitingconeangle: "limitingConeAngle",
          local: "local",
          markerend: "markerEnd",
          "marker-end": "markerEnd",
          markerheight: "markerHeight",
          markermid: "markerMid",
          "marker-mid": "markerMid",
          markerstart: "markerStart",
          "marker-start": "markerStart",
          markerunits: "markerUnits",
          markerwidth: "markerWidth",
          mask: "mask",
          maskcontentunits: "maskContentUnits",
          masktype: "maskType",
          maskunits: "maskUnits",
          mathematical: "mathematical",
          mode: "mode",
          numoctaves: "numOctaves",
          offset: "offset",
          opacity: "opacity",
          operator: "operator",
          order: "order",
          orient: "orient",
          orientation: "orientation",
          origin: "origin",
          overflow: "overflow",
          overlineposition: "overlinePosition",
          "overline-position": "overlinePosition",
          overlinethickness: "overlineThickness",
          "overline-thickness": "overlineThickness",
          paintorder: "paintOrder",
          "paint-order": "paintOrder",
          panose1: "panose1",
          "panose-1": "panose1",
          pathlength: "pathLength",
          patterncontentunits: "patternContentUnits",
          patterntransform: "patternTransform",
          patternunits: "patternUnits",
          pointerevents: "pointerEvents",
          "pointer-events": "pointerEvents",
          points: "points",
          pointsatx: "pointsAtX",
          pointsaty: "pointsAtY",
          pointsatz: "pointsAtZ",
          popover: "popover",
          popovertarget: "popoverTarget",
          popovertargetaction: "popoverTargetAction",
          prefix: "prefix",
          preservealpha: "preserveAlpha",
          preserveaspectratio: "preserveAspectRatio",
          primitiveunits: "primitiveUnits",
          property: "property",
          r: "r",
          radius: "radius",
          refx: "refX",
          refy: "refY",
          renderingintent: "renderingIntent",
          "rendering-intent": "renderingIntent",
          repeatcount: "repeatCount",
          repeatdur: "repeatDur",
          requiredextensions: "requiredExtensions",
          requiredfeatures: "requiredFeatures",
          resource: "resource",
          restart: "restart",
          result: "result",
          results: "results",
          rotate: "rotate",
          rx: "rx",
          ry: "ry",
          scale: "scale",
          security: "security",
          seed: "seed",
          shaperendering: "shapeRendering",
          "shape-rendering": "shapeRendering",
          slope: "slope",
          spacing: "spacing",
          specularconstant: "specularConstant",
          specularexponent: "specularExponent",
          speed: "speed",
          spreadmethod: "spreadMethod",
          startoffset: "startOffset",
          stddeviation: "stdDeviation",
          stemh: "stemh",
          stemv: "stemv",
          stitchtiles: "stitchTiles",
          stopcolor: "stopColor",
          "stop-color": "stopColor",
          stopopacity: "stopOpacity",
          "stop-opacity": "stopOpacity",
          strikethroughposition: "strikethroughPosition",
          "strikethrough-position": "strikethroughPosition",
          strikethroughthickness: "strikethroughThickness",
          "strikethrough-thickness": "strikethroughThickness",
          string: "string",
          stroke: "stroke",
          strokedasharray: "strokeDasharray",
          "stroke-dasharray": "strokeDasharray",
          strokedashoffset: "strokeDashoffset",
          "stroke-dashoffset": "strokeDashoffset",
          strokelinecap: "strokeLinecap",
          "stroke-linecap": "strokeLinecap",
          strokelinejoin: "strokeLinejoin",
          "stroke-linejoin": "strokeLinejoin",
          strokemiterlimit: "strokeMiterlimit",
          "stroke-miterlimit": "strokeMiterlimit",
          strokewidth: "strokeWidth",
          "stroke-width": "strokeWidth",
          strokeopacity: "strokeOpacity",
          "stroke-opacity": "strokeOpacity",
          suppresscontenteditablewarning: "suppressContentEditableWarning",
          suppresshydrationwarning: "suppressHydrationWarning",
          surfacescale: "surfaceScale",
          systemlanguage: "systemLanguage",
          tablevalues: "tableValues",
          targetx: "targetX",
          targety: "targetY",
          textanchor: "textAnchor",
          "text-anchor": "textAnchor",
          textdecoration: "textDecoration",
          "text-decoration": "textDecoration",
          textlength: "textLength",
          textrendering: "textRendering",
          "text-rendering": "textRendering",
          to: "to",
          transform: "transform",
          transformorigin: "transformOrigin",
          "transform-origin": "transformOrigin",
          typeof: "typeof",
          u1: "u1",
          u2: "u2",
          underlineposition: "underlinePosition",
          "underline-position": "underlinePosition",
          underlinethickness: "underlineThickness",
          "underline-thickness": "underlineThickness",
          unicode: "unicode",
          unicodebidi: "unicodeBidi",
          "unicode-bidi": "unicodeBidi",
          unicoderange: "unicodeRange",
          "unicode-range": "unicodeRange",
          unitsperem: "unitsPerEm",
          "units-per-em": "unitsPerEm",
          unselectable: "unselectable",
          valphabetic: "vAlphabetic",
          "v-alphabetic": "vAlphabetic",
          values: "values",
          vectoreffect: "vectorEffect",
          "vector-effect": "vectorEffect",
          version: "version",
          vertadvy: "vertAdvY",
          "vert-adv-y": "vertAdvY",
          vertoriginx: "vertOriginX",
          "vert-origin-x": "vertOriginX",
          vertoriginy: "vertOriginY",
          "vert-origin-y": "vertOriginY",
          vhanging: "vHanging",
          "v-hanging": "vHanging",
          videographic: "vIdeographic",
          "v-ideographic": "vIdeographic",
          viewbox: "viewBox",
          viewtarget: "viewTarget",
          visibility: "visibility",
          vmathematical: "vMathematical",
          "v-mathematical": "vMathematical",
          vocab: "vocab",
          widths: "widths",
          wordspacing: "wordSpacing",
          "word-spacing": "wordSpacing",
          writingmode: "writingMode",
          "writing-mode": "writingMode",
          x1: "x1",
          x2: "x2",
          x: "x",
          xchannelselector: "xChannelSelector",
          xheight: "xHeight",
          "x-height": "xHeight",
          xlinkactuate: "xlinkActuate",
          "xlink:actuate": "xlinkActuate",
          xlinkarcrole: "xlinkArcrole",
          "xlink:arcrole": "xlinkArcrole",
          xlinkhref: "xlinkHref",
          "xlink:href": "xlinkHref",
          xlinkrole: "xlinkRole",
          "xlink:role": "xlinkRole",
          xlinkshow: "xlinkShow",
          "xlink:show": "xlinkShow",
          xlinktitle: "xlinkTitle",
          "xlink:title": "xlinkTitle",
          xlinktype: "xlinkType",
          "xlink:type": "xlinkType",
          xmlbase: "xmlBase",
          "xml:base": "xmlBase",
          xmllang: "xmlLang",
          "xml:lang": "xmlLang",
          xmlns: "xmlns",
          "xml:space": "xmlSpace",
          xmlnsxlink: "xmlnsXlink",
          "xmlns:xlink": "xmlnsXlink",
          xmlspace: "xmlSpace",
          y1: "y1",
          y2: "y2",
          y: "y",
          ychannelselector: "yChannelSelector",
          z: "z",
          zoomandpan: "zoomAndPan"
        }, warnedProperties = {}, EVENT_NAME_REGEX = /^on./, INVALID_EVENT_NAME_REGEX = /^on[^A-Z]/, rARIA = RegExp(
          "^(aria)-[:A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\-.0-9\\u00B7\\u0300-\\u036F\\u203F-\\u2040]*$"
        ), rARIACamel = RegExp(
          "^(aria)[A-Z][:A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\-.0-9\\u00B7\\u0300-\\u036F\\u203F-\\u2040]*$"
        ), badVendoredStyleNamePattern = /^(?:webkit|moz|o)[A-Z]/, msPattern$1 = /^-ms-/, hyphenPattern = /-(.)/g, badStyleValueWithSemicolonPattern = /;\s*$/, warnedStyleNames = {}, warnedStyleValues = {}, warnedForNaNValue = false, warnedForInfinityValue = false, matchHtmlRegExp = /["'&<>]/, uppercasePattern = /([A-Z])/g, msPattern = /^ms-/, isJavaScriptProtocol = /^[\u0000-\u001F ]*j[\r\n\t]*a[\r\n\t]*v[\r\n\t]*a[\r\n\t]*s[\r\n\t]*c[\r\n\t]*r[\r\n\t]*i[\r\n\t]*p[\r\n\t]*t[\r\n\t]*:/i, ReactSharedInternals = React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE, ReactDOMSharedInternals = ReactDOM.__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE, NotPending = Object.freeze({
          pending: false,
          data: null,
          method: null,
          action: null
        }), previousDispatcher = ReactDOMSharedInternals.d;
        ReactDOMSharedInternals.d = {
          f: previousDispatcher.f,
          r: previousDispatcher.r,
          D: function(href) {
            var request = currentRequest ? currentRequest : null;
            if (request) {
              var resumableState = request.resumableState, renderState = request.renderState;
              if ("string" === typeof href && href) {
                if (!resumableState.dnsResources.hasOwnProperty(href)) {
                  resumableState.dnsResources[href] = EXISTS;
                  resumableState = renderState.headers;
                  var header, JSCompiler_temp;
                  if (JSCompiler_temp = resumableState && 0 < resumableState.remainingCapacity)
                    JSCompiler_temp = (header = "<" + escapeHrefForLinkHeaderURLContext(href) + ">; rel=dns-prefetch", 0 <= (resumableState.remainingCapacity -= header.length + 2));
                  JSCompiler_temp ? (renderState.resets.dns[href] = EXISTS, resumableState.preconnects && (resumableState.preconnects += ", "), resumableState.preconnects += header) : (header = [], pushLinkImpl(header, { href, rel: "dns-prefetch" }), renderState.preconnects.add(header));
                }
                enqueueFlush(request);
              }
            } else previousDispatcher.D(href);
          },
          C: function(href, crossOrigin) {
            var request = currentRequest ? currentRequest : null;
            if (request) {
              var resumableState = request.resumableState, renderState = request.renderState;
              if ("string" === typeof href && href) {
                var bucket = "use-credentials" === crossOrigin ? "credentials" : "string" === typeof crossOrigin ? "anonymous" : "default";
                if (!resumableState.connectResources[bucket].hasOwnProperty(href)) {
                  resumableState.connectResources[bucket][href] = EXISTS;
                  resumableState = renderState.headers;
                  var header, JSCompiler_temp;
                  if (JSCompiler_temp = resumableState && 0 < resumableState.remainingCapacity) {
                    JSCompiler_temp = "<" + escapeHrefForLinkHeaderURLContext(href) + ">; rel=preconnect";
                    if ("string" === typeof crossOrigin) {
                      var escapedCrossOrigin = escapeStringForLinkHeaderQuotedParamValueContext(
                        crossOrigin,
                        "crossOrigin"
                      );
                      JSCompiler_temp += '; crossorigin="' + escapedCrossOrigin + '"';
                    }
                    JSCompiler_temp = (header = JSCompiler_temp, 0 <= (resumableState.remainingCapacity -= header.length + 2));
                  }
                  JSCompiler_temp ? (renderState.resets.connect[bucket][href] = EXISTS, resumableState.preconnects && (resumableState.preconnects += ", "), resumableState.preconnects += header) : (bucket = [], pushLinkImpl(bucket, {
                    rel: "preconnect",
                    href,
                    crossOrigin
                  }), renderState.preconnects.add(bucket));
                }
                enqueueFlush(request);
              }
            } else previousDispatcher.C(href, crossOrigin);
          },
          L: function(href, as, options) {
            var request = currentRequest ? currentRequest : null;
            if (request) {
              var resumableState = request.resumableState, renderState = request.renderState;
              if (as && href) {
                switch (as) {
                  case "image":
                    if (options) {
                      var imageSrcSet = options.imageSrcSet;
                      var imageSizes = options.imageSizes;
                      var fetchPriority = options.fetchPriority;
                    }
                    var key = imageSrcSet ? imageSrcSet + "\n" + (imageSizes || "") : href;
                    if (resumableState.imageResources.hasOwnProperty(key)) return;
                    resumableState.imageResources[key] = PRELOAD_NO_CREDS;
                    resumableState = renderState.headers;
                    var header;
                    resumableState && 0 < resumableState.remainingCapacity && "string" !== typeof imageSrcSet && "high" === fetchPriority && (header = getPreloadAsHeader(href, as, options), 0 <= (resumableState.remainingCapacity -= header.length + 2)) ? (renderState.resets.image[key] = PRELOAD_NO_CREDS, resumableState.highImagePreloads && (resumableState.highImagePreloads += ", "), resumableState.highImagePreloads += header) : (resumableState = [], pushLinkImpl(
                      resumableState,
                      assign(
                        {
                          rel: "preload",
                          href: imageSrcSet ? void 0 : href,
                          as
                        },
                        options
                      )
                    ), "high" === fetchPriority ? renderState.highImagePreloads.add(resumableState) : (renderState.bulkPreloads.add(resumableState), renderState.preloads.images.set(key, resumableState)));
                    break;
                  case "style":
                    if (resumableState.styleResources.hasOwnProperty(href)) return;
                    imageSrcSet = [];
                    pushLinkImpl(
                      imageSrcSet,
                      assign({ rel: "preload", href, as }, options)
                    );
                    resumableState.styleResources[href] = !options || "string" !== typeof options.crossOrigin && "string" !== typeof options.integrity ? PRELOAD_NO_CREDS : [options.crossOrigin, options.integrity];
                    renderState.preloads.stylesheets.set(href, imageSrcSet);
                    renderState.bulkPreloads.add(imageSrcSet);
                    break;
                  case "script":
                    if (resumableState.scriptResources.hasOwnProperty(href)) return;
                    imageSrcSet = [];
                    renderState.preloads.scripts.set(href, imageSrcSet);
                    renderState.bulkPreloads.add(imageSrcSet);
                    pushLinkImpl(
                      imageSrcSet,
                      assign({ rel: "preload", href, as }, options)
                    );
                    resumableState.scriptResources[href] = !options || "string" !== typeof options.crossOrigin && "string" !== typeof options.integrity ? PRELOAD_NO_CREDS : [options.crossOrigin, options.integrity];
                    break;
                  default:
                    if (resumableState.unknownResources.hasOwnProperty(as)) {
                      if (imageSrcSet = resumableState.unknownResources[as], imageSrcSet.hasOwnProperty(href))
                        return;
                    } else
                      imageSrcSet = {}, resumableState.unknownResources[as] = imageSrcSet;
                    imageSrcSet[href] = PRELOAD_NO_CREDS;
                    if ((resumableState = renderState.headers) && 0 < resumableState.remainingCapacity && "font" === as && (key = getPreloadAsHeader(href, as, options), 0 <= (resumableState.remainingCapacity -= key.length + 2)))
                      renderState.resets.font[href] = PRELOAD_NO_CREDS, resumableState.fontPreloads && (resumableState.fontPreloads += ", "), resumableState.fontPreloads += key;
                    else
                      switch (resumableState = [], href = assign(
                        { rel: "preload", href, as },
                        options
                      ), pushLinkImpl(resumableState, href), as) {
                        case "font":
                          renderState.fontPreloads.add(resumableState);
                          break;
                        default:
                          renderState.bulkPreloads.add(resumableState);
                      }
                }
                enqueueFlush(request);
              }
            } else previousDispatcher.L(href, as, options);
          },
          m: function(href, options) {
            var request = currentRequest ? currentRequest : null;
            if (request) {
              var resumableState = request.resumableState, renderState = request.renderState;
              if (href) {
                var as = options && "string" === typeof options.as ? options.as : "script";
                switch (as) {
                  case "script":
                    if (resumableState.moduleScriptResources.hasOwnProperty(href))
                      return;
                    as = [];
                    resumableState.moduleScriptResources[href] = !options || "string" !== typeof options.crossOrigin && "string" !== typeof options.integrity ? PRELOAD_NO_CREDS : [options.crossOrigin, options.integrity];
                    renderState.preloads.moduleScripts.set(href, as);
                    break;
                  default:
                    if (resumableState.moduleUnknownResources.hasOwnProperty(as)) {
                      var resources = resumableState.moduleUnknownResources[as];
                      if (resources.hasOwnProperty(href)) return;
                    } else
                      resources = {}, resumableState.moduleUnknownResources[as] = resources;
                    as = [];
                    resources[href] = PRELOAD_NO_CREDS;
                }
                pushLinkImpl(
                  as,
                  assign({ rel: "modulepreload", href }, options)
                );
                renderState.bulkPreloads.add(as);
                enqueueFlush(request);
              }
            } else previousDispatcher.m(href, options);
          },
          X: function(src, options) {
            var request = currentRequest ? currentRequest : null;
            if (request) {
              var resumableState = request.resumableState, renderState = request.renderState;
              if (src) {
                var resourceState = resumableState.scriptResources.hasOwnProperty(
                  src
                ) ? resumableState.scriptResources[src] : void 0;
                resourceState !== EXISTS && (resumableState.scriptResources[src] = EXISTS, options = assign({ src, async: true }, options), resourceState && (2 === resourceState.length && adoptPreloadCredentials(options, resourceState), src = renderState.preloads.scripts.get(src)) && (src.length = 0), src = [], renderState.scripts.add(src), pushScriptImpl(src, options), enqueueFlush(request));
              }
            } else previousDispatcher.X(src, options);
          },
          S: function(href, precedence, options) {
            var request = currentRequest ? currentRequest : null;
            if (request) {
              var resumableState = request.resumableState, renderState = request.renderState;
              if (href) {
                precedence = precedence || "default";
                var styleQueue = renderState.styles.get(precedence), resourceState = resumableState.styleResources.hasOwnProperty(href) ? resumableState.styleResources[href] : void 0;
                resourceState !== EXISTS && (resumableState.styleResources[href] = EXISTS, styleQueue || (styleQueue = {
                  precedence: escapeTextForBrowser(precedence),
                  rules: [],
                  hrefs: [],
                  sheets: /* @__PURE__ */ new Map()
                }, renderState.styles.set(precedence, styleQueue)), precedence = {
                  state: PENDING$1,
                  props: assign(
                    {
                      rel: "stylesheet",
                      href,
                      "data-precedence": precedence
                    },
                    options
                  )
                }, resourceState && (2 === resourceState.length && adoptPreloadCredentials(precedence.props, resourceState), (renderState = renderState.preloads.stylesheets.get(href)) && 0 < renderState.length ? renderState.length = 0 : precedence.state = PRELOADED), styleQueue.sheets.set(href, precedence), enqueueFlush(request));
              }
            } else previousDispatcher.S(href, precedence, options);
          },
          M: function(src, options) {
            var request = currentRequest ? currentRequest : null;
            if (request) {
              var resumableState = request.resumableState, renderState = request.renderState;
              if (src) {
                var resourceState = resumableState.moduleScriptResources.hasOwnProperty(src) ? resumableState.moduleScriptResources[src] : void 0;
                resourceState !== EXISTS && (resumableState.moduleScriptResources[src] = EXISTS, options = assign(
                  { src, type: "module", async: true },
                  options
                ), resourceState && (2 === resourceState.length && adoptPreloadCredentials(options, resourceState), src = renderState.preloads.moduleScripts.get(src)) && (src.length = 0), src = [], renderState.scripts.add(src), pushScriptImpl(src, options), enqueueFlush(request));
              }
            } else previousDispatcher.M(src, options);
          }
        };
        var NothingSent = 0, SentCompleteSegmentFunction = 1, SentCompleteBoundaryFunction = 2, SentClientRenderFunction = 4, SentStyleInsertionFunction = 8, SentCompletedShellId = 32, SentMarkShellTime = 64, NeedUpgradeToViewTransitions = 128, SentUpgradeToViewTransitions = 256, EXISTS = null, PRELOAD_NO_CREDS = [];
        Object.freeze(PRELOAD_NO_CREDS);
        var currentlyFlushingRenderState = null, endInlineScript = "<\/script>", scriptRegex = /(<\/|<)(s)(cript)/gi;
        var didWarnForNewBooleanPropsWithEmptyValue = {};
        var ROOT_HTML_MODE = 0, HTML_HTML_MODE = 1, HTML_MODE = 2, HTML_HEAD_MODE = 3, SVG_MODE = 4, MATHML_MODE = 5, HTML_TABLE_MODE = 6, HTML_TABLE_BODY_MODE = 7, HTML_TABLE_ROW_MODE = 8, HTML_COLGROUP_MODE = 9, styleNameCache = /* @__PURE__ */ new Map(), styleAttributeStart = ' style="', styleAssign = ":", styleSeparator = ";", attributeSeparator = " ", attributeAssign = '="', attributeEnd = '"', attributeEmptyString = '=""', actionJavaScriptURL = escapeTextForBrowser(
          "javascript:throw new Error('React form unexpectedly submitted.')"
        ), endOfStartTag = ">", endOfStartTagSelfClosing = "/>", didWarnDefaultInputValue = false, didWarnDefaultChecked = false, didWarnDefaultSelectValue = false, didWarnDefaultTextareaValue = false, didWarnInvalidOptionChildren = false, didWarnInvalidOptionInnerHTML = false, didWarnSelectedSetOnOption = false, didWarnFormActionType = false, didWarnFormActionName = false, didWarnFormActionTarget = false, didWarnFormActionMethod = false, formReplayingRuntimeScript = `addEventListener("submit",function(a){if(!a.defaultPrevented){var b=a.target,d=a.submitter,c=b.action,e=d;if(d){var f=d.getAttribute("formAction");null!=f&&(c=f,e=null)}"javascript:throw new Error('React form unexpectedly submitted.')"===c&&(a.preventDefault(),a=new FormData(b,e),c=b.ownerDocument||b,(c.$$reactFormReplay=c.$$reactFormReplay||[]).push(b,d,a))}});`, styleRegex = /(<\/|<)(s)(tyle)/gi, leadingNewline = "\n", VALID_TAG_REGEX = /^[a-zA-Z][a-zA-Z:_\.\-\d]*$/, validatedTagCache = /* @__PURE__ */ new Map(), endTagCache = /* @__PURE__ */ new Map(), shellTimeRuntimeScript = "requestAnimationFrame(function(){$RT=performance.now()});", placeholder1 = '<template id="', placeholder2 = '"></template>', startCompletedSuspenseBoundary = "<!--$-->", startPendingSuspenseBoundary1 = '<!--$?--><template id="', startPendingSuspenseBoundary2 = '"></template>', startClientRenderedSuspenseBoundary = "<!--$!-->", endSuspenseBoundary = "<!--/$-->", clientRenderedSuspenseBoundaryError1 = "<template", clientRenderedSuspenseBoundaryErrorAttrInterstitial = '"', clientRenderedSuspenseBoundaryError1A = ' data-dgst="', clientRenderedSuspenseBoundaryError1B = ' data-msg="', clientRenderedSuspenseBoundaryError1C = ' data-stck="', clientRenderedSuspenseBoundaryError1D = ' data-cstck="', clientRenderedSuspenseBoundaryError2 = "></template>", startSegmentHTML = '<div hidden id="', startSegmentHTML2 = '">', endSegmentHTML = "</div>", startSegmentSVG = '<svg aria-hidden="true" style="display:none" id="', startSegmentSVG2 = '">', endSegmentSVG = "</svg>", startSegmentMathML = '<math aria-hidden="true" style="display:none" id="', startSegmentMathML2 = '">', endSegmentMathML = "</math>", startSegmentTable = '<table hidden id="', startSegmentTable2 = '">', endSegmentTable = "</table>", startSegmentTableBody = '<table hidden><tbody id="', startSegmentTableBody2 = '">', endSegmentTableBody = "</tbody></table>", startSegmentTableRow = '<table hidden><tr id="', startSegmentTableRow2 = '">', endSegmentTableRow = "</tr></table>", startSegmentColGroup = '<table hidden><colgroup id="', startSegmentColGroup2 = '">', endSegmentColGroup = "</colgroup></table>", completeSegmentScript1Full = '$RS=function(a,b){a=document.getElementById(a);b=document.getElementById(b);for(a.parentNode.removeChild(a);a.firstChild;)b.parentNode.insertBefore(a.firstChild,b);b.parentNode.removeChild(b)};$RS("', completeSegmentScript1Partial = '$RS("', completeSegmentScript2 = '","', completeSegmentScriptEnd = '")<\/script>', completeBoundaryScriptFunctionOnly = '$RB=[];$RV=function(a){$RT=performance.now();for(var b=0;b<a.length;b+=2){var c=a[b],e=a[b+1];null!==e.parentNode&&e.parentNode.removeChild(e);var f=c.parentNode;if(f){var g=c.previousSibling,h=0;do{if(c&&8===c.nodeType){var d=c.data;if("/$"===d||"/&"===d)if(0===h)break;else h--;else"$"!==d&&"$?"!==d&&"$~"!==d&&"$!"!==d&&"&"!==d||h++}d=c.nextSibling;f.removeChild(c);c=d}while(c);for(;e.firstChild;)f.insertBefore(e.firstChild,c);g.data="$";g._reactRetry&&requestAnimationFrame(g._reactRetry)}}a.length=0};\n$RC=function(a,b){if(b=document.getElementById(b))(a=document.getElementById(a))?(a.previousSibling.data="$~",$RB.push(a,b),2===$RB.length&&("number"!==typeof $RT?requestAnimationFrame($RV.bind(null,$RB)):(a=performance.now(),setTimeout($RV.bind(null,$RB),2300>a&&2E3<a?2300-a:$RT+300-a)))):b.parentNode.removeChild(b)};', completeBoundaryUpgradeToViewTransitionsInstruction = `$RV=function(B,g){function h(a,c){var e=a.getAttribute(c);e&&(c=a.style,l.push(a,c.viewTransitionName,c.viewTransitionClass),"auto"!==e&&(c.viewTransitionClass=e),(a=a.getAttribute("vt-name"))||(a="_T_"+N++ +"_"),a=CSS.escape(a)!==a?"r-"+btoa(a).replace(/=/g,""):a,c.viewTransitionName=a,C=!0)}var C=!1,N=0,l=[];try{var f=document.__reactViewTransition;if(f){f.finished.finally($RV.bind(null,g));return}var m=new Map;for(f=1;f<g.length;f+=2)for(var k=g[f].querySelectorAll("[vt-share]"),d=0;d<k.length;d++){var b=k[d];m.set(b.getAttribute("vt-name"),b)}var u=[];for(k=0;k<g.length;k+=2){var D=g[k],x=D.parentNode;if(x){var v=x.getBoundingClientRect();if(v.left||v.top||v.width||v.height){b=D;for(f=0;b;){if(8===b.nodeType){var t=b.data;if("/$"===t)if(0===f)break;else f--;else"$"!==t&&"$?"!==t&&"$~"!==t&&"$!"!==t||f++}else if(1===b.nodeType){d=b;var E=d.getAttribute("vt-name"),y=m.get(E);h(d,y?"vt-share":"vt-exit");y&&(h(y,"vt-share"),m.set(E,null));for(var F=d.querySelectorAll("[vt-share]"),
z=0;z<F.length;z++){var G=F[z],H=G.getAttribute("vt-name"),I=m.get(H);I&&(h(G,"vt-share"),h(I,"vt-share"),m.set(H,null))}var J=d.querySelectorAll("[vt-parent-exit]");for(d=0;d<J.length;d++)h(J[d],"vt-parent-exit")}b=b.nextSibling}for(var K=g[k+1],n=K.firstElementChild;n;){null!==m.get(n.getAttribute("vt-name"))&&h(n,"vt-enter");var L=n.querySelectorAll("[vt-parent-enter]");for(b=0;b<L.length;b++)h(L[b],"vt-parent-enter");n=n.nextElementSibling}b=x;do for(var p=b.firstElementChild;p;){var M=p.getAttribute("vt-update");
M&&"none"!==M&&!l.includes(p)&&h(p,"vt-update");p=p.nextElementSibling}while((b=b.parentNode)&&1===b.nodeType&&"none"!==b.getAttribute("vt-update"));u.push.apply(u,K.querySelectorAll('img[src]:not([loading="lazy"])'))}}}if(C){var A=document.__reactViewTransition=document.startViewTransition({update:function(){B(g);for(var a=[document.documentElement.clientHeight,document.fonts.ready],c={},e=0;e<u.length;c={g:c.g},e++)if(c.g=u[e],!c.g.complete){var q=c.g.getBoundingClientRect();0<q.bottom&&0<q.right&&
q.top<window.innerHeight&&q.left<window.innerWidth&&(q=new Promise(function(w){return function(r){w.g.addEventListener("load",r);w.g.addEventListener("error",r)}}(c)),a.push(q))}return Promise.race([Promise.all(a),new Promise(function(w){var r=performance.now();setTimeout(w,2300>r&&2E3<r?2300-r:500)})])},types:[]});A.ready.finally(function(){for(var a=l.length-3;0<=a;a-=3){var c=l[a],e=c.style;e.viewTransitionName=l[a+1];e.viewTransitionClass=l[a+1];""===c.getAttribute("style")&&c.removeAttribute("style")}});
A.finished.finally(function(){document.__reactViewTransition===A&&(document.__reactViewTransition=null)});$RB=[];return}}catch(a){}B(g)}.bind(null,$RV);`, completeBoundaryScript1Partial = '$RC("', completeBoundaryWithStylesScript1FullPartial = '$RM=new Map;$RR=function(n,w,p){function u(q){this._p=null;q()}for(var r=new Map,t=document,h,b,e=t.querySelectorAll("link[data-precedence],style[data-precedence]"),v=[],k=0;b=e[k++];)"not all"===b.getAttribute("media")?v.push(b):("LINK"===b.tagName&&$RM.set(b.getAttribute("href"),b),r.set(b.dataset.precedence,h=b));e=0;b=[];var l,a;for(k=!0;;){if(k){var f=p[e++];if(!f){k=!1;e=0;continue}var c=!1,m=0;var d=f[m++];if(a=$RM.get(d)){var g=a._p;c=!0}else{a=t.createElement("link");a.href=d;a.rel=\n"stylesheet";for(a.dataset.precedence=l=f[m++];g=f[m++];)a.setAttribute(g,f[m++]);g=a._p=new Promise(function(q,x){a.onload=u.bind(a,q);a.onerror=u.bind(a,x)});$RM.set(d,a)}d=a.getAttribute("media");!g||d&&!matchMedia(d).matches||b.push(g);if(c)continue}else{a=v[e++];if(!a)break;l=a.getAttribute("data-precedence");a.removeAttribute("media")}c=r.get(l)||h;c===h&&(h=a);r.set(l,a);c?c.parentNode.insertBefore(a,c.nextSibling):(c=t.head,c.insertBefore(a,c.firstChild))}if(p=document.getElementById(n))p.previousSibling.data=\n"$~";Promise.all(b).then($RC.bind(null,n,w),$RX.bind(null,n,"CSS failed to load"))};$RR("', completeBoundaryWithStylesScript1Partial = '$RR("', completeBoundaryScript2 = '","', completeBoundaryScript3a = '",', completeBoundaryScript3b = '"', completeBoundaryScriptEnd = ")<\/script>", clientRenderScriptFunctionOnly = '$RX=function(b,c,d,e,f){var a=document.getElementById(b);a&&(b=a.previousSibling,b.data="$!",a=a.dataset,null!=c&&(a.dgst=c),d&&(a.msg=d),e&&(a.stck=e),f&&(a.cstck=f),b._reactRetry&&b._reactRetry())};', clientRenderScript1Full = '$RX=function(b,c,d,e,f){var a=document.getElementById(b);a&&(b=a.previousSibling,b.data="$!",a=a.dataset,null!=c&&(a.dgst=c),d&&(a.msg=d),e&&(a.stck=e),f&&(a.cstck=f),b._reactRetry&&b._reactRetry())};;$RX("', clientRenderScript1Partial = '$RX("', clientRenderScript1A = '"', clientRenderErrorScriptArgInterstitial = ",", clientRenderErrorScriptNull = "null", clientRenderScriptEnd = ")<\/script>", regexForJSStringsInInstructionScripts = /[<\u2028\u2029]/g, regexForJSStringsInScripts = /[&><\u2028\u2029]/g, lateStyleTagResourceOpen1 = ' media="not all" data-precedence="', lateStyleTagResourceOpen2 = '" data-href="', lateStyleTagResourceOpen3 = '">', lateStyleTagTemplateClose = "</style>", currentlyRenderingBoundaryHasStylesToHoist = false, destinationHasCapacity = true, stylesheetFlushingQueue = [], styleTagResourceOpen1 = ' data-precedence="', styleTagResourceOpen2 = '" data-href="', spaceSeparator = " ", styleTagResourceOpen3 = '">', styleTagResourceClose = "</style>", completedShellIdAttributeStart = ' id="', arrayFirstOpenBracket = "[", arraySubsequentOpenBracket = ",[", arrayInterstitial = ",", arrayCloseBracket = "]", PENDING$1 = 0, PRELOADED = 1, PREAMBLE = 2, LATE = 3, regexForHrefInLinkHeaderURLContext = /[<>\r\n]/g, regexForLinkHeaderQuotedParamValueContext = /["';,\r\n]/g, doctypeChunk = "", bind = Function.prototype.bind, REACT_CLIENT_REFERENCE = /* @__PURE__ */ Symbol.for("react.client.reference"), emptyContextObject = {};
        Object.freeze(emptyContextObject);
        var rendererSigil = {};
        var currentActiveSnapshot = null, didWarnAboutNoopUpdateForComponent = {}, didWarnAboutDeprecatedWillMount = {};
        var didWarnAboutUninitializedState = /* @__PURE__ */ new Set();
        var didWarnAboutGetSnapshotBeforeUpdateWithoutDidUpdate = /* @__PURE__ */ new Set();
        var didWarnAboutLegacyLifecyclesAndDerivedState = /* @__PURE__ */ new Set();
        var didWarnAboutDirectlyAssigningPropsToState = /* @__PURE__ */ new Set();
        var didWarnAboutUndefinedDerivedState = /* @__PURE__ */ new Set();
        var didWarnAboutContextTypes$1 = /* @__PURE__ */ new Set();
        var didWarnAboutChildContextTypes = /* @__PURE__ */ new Set();
        var didWarnAboutInvalidateContextType = /* @__PURE__ */ new Set();
        var didWarnOnInvalidCallback = /* @__PURE__ */ new Set();
        var classComponentUpdater = {
          enqueueSetState: function(inst, payload, callback) {
            var internals = inst._reactInternals;
            null === internals.queue ? warnNoop(inst, "setState") : (internals.queue.push(payload), void 0 !== callback && null !== callback && warnOnInvalidCallback(callback));
          },
          enqueueReplaceState: function(inst, payload, callback) {
            inst = inst._reactInternals;
            inst.replace = true;
            inst.queue = [payload];
            void 0 !== callback && null !== callback && warnOnInvalidCallback(callback);
          },
          enqueueForceUpdate: function(inst, callback) {
            null === inst._reactInternals.queue ? warnNoop(inst, "forceUpdate") : void 0 !== callback && null !== callback && warnOnInvalidCallback(callback);
          }
        }, emptyTreeContext = { id: 1, overflow: "" }, clz32 = Math.clz32 ? Math.clz32 : clz32Fallback, log = Math.log, LN2 = Math.LN2, currentTaskInDEV = null, SuspenseException = Error(
          "Suspense Exception: This is not a real error! It's an implementation detail of `use` to interrupt the current render. You must either rethrow it immediately, or move the `use` call outside of the `try/catch` block. Capturing without rethrowing will lead to unexpected behavior.\n\nTo handle async errors, wrap your component in an error boundary, or call the promise's `.catch` method and pass the result to `use`."
        ), suspendedThenable = null, shouldCaptureSuspendedCallSite = false, suspendedCallSiteStack = null, suspendedCallSiteDebugTask = null, objectIs = "function" === typeof Object.is ? Object.is : is, currentlyRenderingComponent = null, currentlyRenderingTask = null, currentlyRenderingRequest = null, currentlyRenderingKeyPath = null, firstWorkInProgressHook = null, workInProgressHook = null, isReRender = false, didScheduleRenderPhaseUpdate = false, localIdCounter = 0, actionStateCounter = 0, actionStateMatchingIndex = -1, thenableIndexCounter = 0, thenableState = null, renderPhaseUpdates = null, numberOfReRenders = 0, isInHookUserCodeInDev = false, currentHookNameInDev, HooksDispatcher = {
          readContext,
          use: function(usable) {
            if (null !== usable && "object" === typeof usable) {
              if ("function" === typeof usable.then)
                return unwrapThenable(usable);
              if (usable.$$typeof === REACT_RECOVERABLE_TYPE)
                throw createRecoverableError(usable);
              if (usable.$$typeof === REACT_CONTEXT_TYPE)
                return readContext(usable);
            }
            throw Error(
              "An unsupported type was passed to use(): " + String(usable)
            );
          },
          useContext: function(context) {
            currentHookNameInDev = "useContext";
            resolveCurrentlyRenderingComponent();
            return context._currentValue2;
          },
          useMemo,
          useReducer,
          useRef: function(initialValue) {
            currentlyRenderingComponent = resolveCurrentlyRenderingComponent();
            workInProgressHook = createWorkInProgressHook();
            var previousRef = workInProgressHook.memoizedState;
            return null === previousRef ? (initialValue = { current: initialValue }, Object.seal(initialValue), workInProgressHook.memoizedState = initialValue) : previousRef;
          },
          useState: function(initialState) {
            currentHookNameInDev = "useState";
            return useReducer(basicStateReducer, initialState);
          },
          useInsertionEffect: noop,
          useLayoutEffect: noop,
          useCallback: function(callback, deps) {
            return useMemo(function() {
              return callback;
            }, deps);
          },
          useImperativeHandle: noop,
          useEffect: noop,
          useDebugValue: noop,
          useDeferredValue: function(value, initialValue) {
            resolveCurrentlyRenderingComponent();
            return void 0 !== initialValue ? initialValue : value;
          },
          useTransition: function() {
            resolveCurrentlyRenderingComponent();
            return [false, unsupportedStartTransition];
          },
          useId: function() {
            var treeId = getTreeId(currentlyRenderingTask.treeContext), resumableState = currentResumableState;
            if (null === resumableState)
              throw Error(
                "Invalid hook call. Hooks can only be called inside of the body of a function component."
              );
            var localId = localIdCounter++;
            return makeId(resumableState, treeId, localId);
          },
          useSyncExternalStore: function(subscribe, getSnapshot, getServerSnapshot) {
            if (void 0 === getServerSnapshot)
              throw Error(
                "Missing getServerSnapshot, which is required for server-rendered content. Will revert to client rendering."
              );
            return getServerSnapshot();
          },
          useOptimistic: function(passthrough) {
            resolveCurrentlyRenderingComponent();
            return [passthrough, unsupportedSetOptimisticState];
          },
          useActionState,
          useFormState: useActionState,
          useHostTransitionStatus: function() {
            resolveCurrentlyRenderingComponent();
            return NotPending;
          },
          useMemoCache: function(size) {
            for (var data = Array(size), i = 0; i < size; i++)
              data[i] = REACT_MEMO_CACHE_SENTINEL;
            return data;
          },
          useCacheRefresh: function() {
            return unsupportedRefresh;
          },
          useEffectEvent: function() {
            return throwOnUseEffectEventCall;
          }
        }, currentResumableState = null, DefaultAsyncDispatcher = {
          getCacheForType: function() {
            throw Error("Not implemented.");
          },
          cacheSignal: function() {
            throw Error("Not implemented.");
          },
          getOwner: function() {
            return null === currentTaskInDEV ? null : currentTaskInDEV.componentStack;
          }
        }, disabledDepth = 0, prevLog, prevInfo, prevWarn, prevError, prevGroup, prevGroupCollapsed, prevGroupEnd;
        disabledLog.__reactDisabledLog = true;
        var prefix, suffix, reentry = false;
        var componentFrameCache = new ("function" === typeof WeakMap ? WeakMap : Map)();
        var callComponent = {
          react_stack_bottom_frame: function(Component, props, secondArg) {
            return Component(props, secondArg);
          }
        }, callComponentInDEV = callComponent.react_stack_bottom_frame.bind(callComponent), callRender = {
          react_stack_bottom_frame: function(instance) {
            return instance.render();
          }
        }, callRenderInDEV = callRender.react_stack_bottom_frame.bind(callRender), callLazyInit = {
          react_stack_bottom_frame: function(lazy) {
            var init = lazy._init;
            return init(lazy._payload);
          }
        }, callLazyInitInDEV = callLazyInit.react_stack_bottom_frame.bind(callLazyInit), lastResetTime = 0;
        if ("object" === typeof performance && "function" === typeof performance.now) {
          var localPerformance = performance;
          var getCurrentTime = function() {
            return localPerformance.now();
          };
        } else {
          var localDate = Date;
          getCurrentTime = function() {
            return localDate.now();
          };
        }
        var REACT_RECOVERABLE_DIGEST = "", CLIENT_RENDERED = 4, PENDING = 0, COMPLETED = 1, FLUSHED = 2, ABORTED = 3, ERRORED = 4, POSTPONED = 5, CLOSED = 13, RENDER_ENDED = "The render ended.", currentRequest = null, didWarnAboutBadClass = {}, didWarnAboutContextTypes = {}, didWarnAboutContextTypeOnFunctionComponent = {}, didWarnAboutGetDerivedStateOnFunctionComponent = {}, didWarnAboutReassigningProps = false, didWarnAboutGenerators = false, didWarnAboutMaps = false, flushedByteSize = 0, flushingPartialBoundaries = false;
        exports.renderToStaticMarkup = function(children, options) {
          return renderToStringImpl(
            children,
            options,
            true,
            'The server used "renderToStaticMarkup" which does not support Suspense. If you intended to have the server wait for the suspended component please switch to "renderToReadableStream" which supports Suspense on the server'
          );
        };
        exports.renderToString = function(children, options) {
          return renderToStringImpl(
            children,
            options,
            false,
            'The server used "renderToString" which does not support Suspense. If you intended for this Suspense boundary to render the fallback content on the server consider throwing an Error somewhere within the Suspense boundary. If you intended to have the server wait for the suspended component please switch to "renderToReadableStream" which supports Suspense on the server'
          );
        };
        exports.version = "19.3.1";
      })();
    }
  });

  // ../../../../../main/node_modules/react/cjs/react-jsx-runtime.development.js
  var require_react_jsx_runtime_development = __commonJS({
    "../../../../../main/node_modules/react/cjs/react-jsx-runtime.development.js"(exports) {
      "use strict";
      (function() {
        function getComponentNameFromType(type) {
          if (null == type) return null;
          if ("function" === typeof type)
            return type.$$typeof === REACT_CLIENT_REFERENCE ? null : type.displayName || type.name || null;
          if ("string" === typeof type) return type;
          switch (type) {
            case REACT_FRAGMENT_TYPE:
              return "Fragment";
            case REACT_PROFILER_TYPE:
              return "Profiler";
            case REACT_STRICT_MODE_TYPE:
              return "StrictMode";
            case REACT_SUSPENSE_TYPE:
              return "Suspense";
            case REACT_SUSPENSE_LIST_TYPE:
              return "SuspenseList";
            case REACT_ACTIVITY_TYPE:
              return "Activity";
            case REACT_VIEW_TRANSITION_TYPE:
              return "ViewTransition";
          }
          if ("object" === typeof type)
            switch ("number" === typeof type.tag && console.error(
              "Received an unexpected object in getComponentNameFromType(). This is likely a bug in React. Please file an issue."
            ), type.$$typeof) {
              case REACT_PORTAL_TYPE:
                return "Portal";
              case REACT_CONTEXT_TYPE:
                return type.displayName || "Context";
              case REACT_CONSUMER_TYPE:
                return (type._context.displayName || "Context") + ".Consumer";
              case REACT_FORWARD_REF_TYPE:
                var innerType = type.render;
                type = type.displayName;
                type || (type = innerType.displayName || innerType.name || "", type = "" !== type ? "ForwardRef(" + type + ")" : "ForwardRef");
                return type;
              case REACT_MEMO_TYPE:
                return innerType = type.displayName || null, null !== innerType ? innerType : getComponentNameFromType(type.type) || "Memo";
              case REACT_LAZY_TYPE:
                innerType = type._payload;
                type = type._init;
                try {
                  return getComponentNameFromType(type(innerType));
                } catch (x) {
                }
            }
          return null;
        }
        function testStringCoercion(value) {
          return "" + value;
        }
        function checkKeyStringCoercion(value) {
          try {
            testStringCoercion(value);
            var JSCompiler_inline_result = false;
          } catch (e) {
            JSCompiler_inline_result = true;
          }
          if (JSCompiler_inline_result) {
            JSCompiler_inline_result = console;
            var JSCompiler_temp_const = JSCompiler_inline_result.error;
            var JSCompiler_inline_result$jscomp$0 = "function" === typeof Symbol && Symbol.toStringTag && value[Symbol.toStringTag] || value.constructor.name || "Object";
            JSCompiler_temp_const.call(
              JSCompiler_inline_result,
              "The provided key is an unsupported type %s. This value must be coerced to a string before using it here.",
              JSCompiler_inline_result$jscomp$0
            );
            return testStringCoercion(value);
          }
        }
        function getTaskName(type) {
          if (type === REACT_FRAGMENT_TYPE) return "<>";
          if ("object" === typeof type && null !== type && type.$$typeof === REACT_LAZY_TYPE)
            return "<...>";
          try {
            var name = getComponentNameFromType(type);
            return name ? "<" + name + ">" : "<...>";
          } catch (x) {
            return "<...>";
          }
        }
        function getOwner() {
          var dispatcher = ReactSharedInternals.A;
          return null === dispatcher ? null : dispatcher.getOwner();
        }
        function UnknownOwner() {
          return Error("react-stack-top-frame");
        }
        function hasValidKey(config) {
          if (hasOwnProperty.call(config, "key")) {
            var getter = Object.getOwnPropertyDescriptor(config, "key").get;
            if (getter && getter.isReactWarning) return false;
          }
          return void 0 !== config.key;
        }
        function defineKeyPropWarningGetter(props, displayName) {
          function warnAboutAccessingKey() {
            specialPropKeyWarningShown || (specialPropKeyWarningShown = true, console.error(
              "%s: `key` is not a prop. Trying to access it will result in `undefined` being returned. If you need to access the same value within the child component, you should pass it as a different prop. (https://react.dev/link/special-props)",
              displayName
            ));
          }
          warnAboutAccessingKey.isReactWarning = true;
          Object.defineProperty(props, "key", {
            get: warnAboutAccessingKey,
            configurable: true
          });
        }
        function elementRefGetterWithDeprecationWarning() {
          var componentName = getComponentNameFromType(this.type);
          didWarnAboutElementRef[componentName] || (didWarnAboutElementRef[componentName] = true, console.error(
            "Accessing element.ref was removed in React 19. ref is now a regular prop. It will be removed from the JSX Element type in a future release."
          ));
          componentName = this.props.ref;
          return void 0 !== componentName ? componentName : null;
        }
        function ReactElement(type, key, props, owner, debugStack, debugTask) {
          var refProp = props.ref;
          type = {
            $$typeof: REACT_ELEMENT_TYPE,
            type,
            key,
            props,
            _owner: owner
          };
          null !== (void 0 !== refProp ? refProp : null) ? Object.defineProperty(type, "ref", {
            enumerable: false,
            get: elementRefGetterWithDeprecationWarning
          }) : Object.defineProperty(type, "ref", { enumerable: false, value: null });
          type._store = {};
          Object.defineProperty(type._store, "validated", {
            configurable: false,
            enumerable: false,
            writable: true,
            value: 0
          });
          Object.defineProperty(type, "_debugInfo", {
            configurable: false,
            enumerable: false,
            writable: true,
            value: null
          });
          Object.defineProperty(type, "_debugStack", {
            configurable: false,
            enumerable: false,
            writable: true,
            value: debugStack
          });
          Object.defineProperty(type, "_debugTask", {
            configurable: false,
            enumerable: false,
            writable: true,
            value: debugTask
          });
          Object.freeze && (Object.freeze(type.props), Object.freeze(type));
          return type;
        }
        function jsxDEVImpl(type, config, maybeKey, isStaticChildren, debugStack, debugTask) {
          var children = config.children;
          if (void 0 !== children)
            if (isStaticChildren)
              if (isArrayImpl(children)) {
                for (isStaticChildren = 0; isStaticChildren < children.length; isStaticChildren++)
                  validateChildKeys(children[isStaticChildren]);
                Object.freeze && Object.freeze(children);
              } else
                console.error(
                  "React.jsx: Static children should always be an array. You are likely explicitly calling React.jsxs or React.jsxDEV. Use the Babel transform instead."
                );
            else validateChildKeys(children);
          if (hasOwnProperty.call(config, "key")) {
            children = getComponentNameFromType(type);
            var keys = Object.keys(config).filter(function(k) {
              return "key" !== k;
            });
            isStaticChildren = 0 < keys.length ? "{key: someKey, " + keys.join(": ..., ") + ": ...}" : "{key: someKey}";
            didWarnAboutKeySpread[children + isStaticChildren] || (keys = 0 < keys.length ? "{" + keys.join(": ..., ") + ": ...}" : "{}", console.error(
              'A props object containing a "key" prop is being spread into JSX:\n  let props = %s;\n  <%s {...props} />\nReact keys must be passed directly to JSX without using spread:\n  let props = %s;\n  <%s key={someKey} {...props} />',
              isStaticChildren,
              children,
              keys,
              children
            ), didWarnAboutKeySpread[children + isStaticChildren] = true);
          }
          children = null;
          void 0 !== maybeKey && (checkKeyStringCoercion(maybeKey), children = "" + maybeKey);
          hasValidKey(config) && (checkKeyStringCoercion(config.key), children = "" + config.key);
          if ("key" in config) {
            maybeKey = {};
            for (var propName in config)
              "key" !== propName && (maybeKey[propName] = config[propName]);
          } else maybeKey = config;
          children && defineKeyPropWarningGetter(
            maybeKey,
            "function" === typeof type ? type.displayName || type.name || "Unknown" : type
          );
          return ReactElement(
            type,
            children,
            maybeKey,
            getOwner(),
            debugStack,
            debugTask
          );
        }
        function validateChildKeys(node) {
          isValidElement(node) ? node._store && (node._store.validated = 1) : "object" === typeof node && null !== node && node.$$typeof === REACT_LAZY_TYPE && ("fulfilled" === node._payload.status ? isValidElement(node._payload.value) && node._payload.value._store && (node._payload.value._store.validated = 1) : node._store && (node._store.validated = 1));
        }
        function isValidElement(object) {
          return "object" === typeof object && null !== object && object.$$typeof === REACT_ELEMENT_TYPE;
        }
        var React = require_react(), REACT_ELEMENT_TYPE = /* @__PURE__ */ Symbol.for("react.transitional.element"), REACT_PORTAL_TYPE = /* @__PURE__ */ Symbol.for("react.portal"), REACT_FRAGMENT_TYPE = /* @__PURE__ */ Symbol.for("react.fragment"), REACT_STRICT_MODE_TYPE = /* @__PURE__ */ Symbol.for("react.strict_mode"), REACT_PROFILER_TYPE = /* @__PURE__ */ Symbol.for("react.profiler"), REACT_CONSUMER_TYPE = /* @__PURE__ */ Symbol.for("react.consumer"), REACT_CONTEXT_TYPE = /* @__PURE__ */ Symbol.for("react.context"), REACT_FORWARD_REF_TYPE = /* @__PURE__ */ Symbol.for("react.forward_ref"), REACT_SUSPENSE_TYPE = /* @__PURE__ */ Symbol.for("react.suspense"), REACT_SUSPENSE_LIST_TYPE = /* @__PURE__ */ Symbol.for("react.suspense_list"), REACT_MEMO_TYPE = /* @__PURE__ */ Symbol.for("react.memo"), REACT_LAZY_TYPE = /* @__PURE__ */ Symbol.for("react.lazy"), REACT_ACTIVITY_TYPE = /* @__PURE__ */ Symbol.for("react.activity"), REACT_VIEW_TRANSITION_TYPE = /* @__PURE__ */ Symbol.for("react.view_transition"), REACT_CLIENT_REFERENCE = /* @__PURE__ */ Symbol.for("react.client.reference"), ReactSharedInternals = React.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE, hasOwnProperty = Object.prototype.hasOwnProperty, isArrayImpl = Array.isArray, createTask = console.createTask ? console.createTask : function() {
          return null;
        };
        React = {
          react_stack_bottom_frame: function(callStackForError) {
            return callStackForError();
          }
        };
        var specialPropKeyWarningShown;
        var didWarnAboutElementRef = {};
        var unknownOwnerDebugStack = React.react_stack_bottom_frame.bind(
          React,
          UnknownOwner
        )();
        var unknownOwnerDebugTask = createTask(getTaskName(UnknownOwner));
        var didWarnAboutKeySpread = {};
        exports.Fragment = REACT_FRAGMENT_TYPE;
        exports.jsx = function(type, config, maybeKey) {
          var trackActualOwner = 1e4 > ReactSharedInternals.recentlyCreatedOwnerStacks++;
          if (trackActualOwner) {
            var previousStackTraceLimit = Error.stackTraceLimit;
            Error.stackTraceLimit = 10;
            var debugStackDEV = Error("react-stack-top-frame");
            Error.stackTraceLimit = previousStackTraceLimit;
          } else debugStackDEV = unknownOwnerDebugStack;
          return jsxDEVImpl(
            type,
            config,
            maybeKey,
            false,
            debugStackDEV,
            trackActualOwner ? createTask(getTaskName(type)) : unknownOwnerDebugTask
          );
        };
        exports.jsxs = function(type, config, maybeKey) {
          var trackActualOwner = 1e4 > ReactSharedInternals.recentlyCreatedOwnerStacks++;
          if (trackActualOwner) {
            var previousStackTraceLimit = Error.stackTraceLimit;
            Error.stackTraceLimit = 10;
            var debugStackDEV = Error("react-stack-top-frame");
            Error.stackTraceLimit = previousStackTraceLimit;
          } else debugStackDEV = unknownOwnerDebugStack;
          return jsxDEVImpl(
            type,
            config,
            maybeKey,
            true,
            debugStackDEV,
            trackActualOwner ? createTask(getTaskName(type)) : unknownOwnerDebugTask
          );
        };
      })();
    }
  });

  // ../../../../../main/node_modules/react/jsx-runtime.js
  var require_jsx_runtime = __commonJS({
    "../../../../../main/node_modules/react/jsx-runtime.js"(exports, module) {
      "use strict";
      if (false) {
        module.exports = null;
      } else {
        module.exports = require_react_jsx_runtime_development();
      }
    }
  });

  // islands/Broken.tsx
  var Broken_exports = {};
  __export(Broken_exports, {
    default: () => Broken
  });
  function Broken({ when }) {
    const [effect, setEffect] = (0, import_react2.useState)(false);
    (0, import_react2.useEffect)(() => setEffect(when === "effect"), [when]);
    if (effect || when === "render" && typeof document !== "undefined") {
      throw new Error(`broken in ${when}`);
    }
    return /* @__PURE__ */ (0, import_jsx_runtime.jsxs)("p", { children: [
      "Whole: ",
      when
    ] });
  }
  var import_react2, import_jsx_runtime;
  var init_Broken = __esm({
    "islands/Broken.tsx"() {
      "use strict";
      import_react2 = __toESM(require_react(), 1);
      import_jsx_runtime = __toESM(require_jsx_runtime(), 1);
    }
  });

  // islands/Counter.tsx
  var Counter_exports = {};
  __export(Counter_exports, {
    default: () => Counter
  });
  function Counter({ start, step = 1 }) {
    const [count, setCount] = (0, import_react3.useState)(start);
    const id = (0, import_react3.useId)();
    return /* @__PURE__ */ (0, import_jsx_runtime2.jsxs)("p", { children: [
      /* @__PURE__ */ (0, import_jsx_runtime2.jsx)("label", { htmlFor: id, children: "Count" }),
      " ",
      /* @__PURE__ */ (0, import_jsx_runtime2.jsx)("output", { id, children: count }),
      " ",
      /* @__PURE__ */ (0, import_jsx_runtime2.jsx)("button", { type: "button", "data-replay": true, onClick: () => setCount(count + step), children: "More" })
    ] });
  }
  var import_react3, import_jsx_runtime2;
  var init_Counter = __esm({
    "islands/Counter.tsx"() {
      "use strict";
      import_react3 = __toESM(require_react(), 1);
      import_jsx_runtime2 = __toESM(require_jsx_runtime(), 1);
    }
  });

  // islands/Fields.tsx
  var Fields_exports = {};
  __export(Fields_exports, {
    default: () => Fields
  });
  function Fields() {
    const id = (0, import_react4.useId)();
    const [text, setText] = (0, import_react4.useState)("");
    const [note, setNote] = (0, import_react4.useState)("first");
    const [ticked, setTicked] = (0, import_react4.useState)(false);
    const [colour, setColour] = (0, import_react4.useState)("red");
    const [size, setSize] = (0, import_react4.useState)("s");
    return /* @__PURE__ */ (0, import_jsx_runtime3.jsxs)("form", { children: [
      /* @__PURE__ */ (0, import_jsx_runtime3.jsx)("label", { htmlFor: `${id}text`, children: "Text" }),
      /* @__PURE__ */ (0, import_jsx_runtime3.jsx)("input", { id: `${id}text`, name: "text", value: text, onChange: (event) => setText(event.target.value) }),
      /* @__PURE__ */ (0, import_jsx_runtime3.jsx)("label", { htmlFor: `${id}free`, children: "Free" }),
      /* @__PURE__ */ (0, import_jsx_runtime3.jsx)("input", { id: `${id}free`, name: "free", defaultValue: "" }),
      /* @__PURE__ */ (0, import_jsx_runtime3.jsx)("label", { htmlFor: `${id}note`, children: "Note" }),
      /* @__PURE__ */ (0, import_jsx_runtime3.jsx)("textarea", { id: `${id}note`, name: "note", value: note, onChange: (event) => setNote(event.target.value) }),
      /* @__PURE__ */ (0, import_jsx_runtime3.jsxs)("label", { children: [
        /* @__PURE__ */ (0, import_jsx_runtime3.jsx)("input", { type: "checkbox", name: "tick", checked: ticked, onChange: (event) => setTicked(event.target.checked) }),
        " Tick"
      ] }),
      ["s", "m", "l"].map((value) => /* @__PURE__ */ (0, import_jsx_runtime3.jsxs)("label", { children: [
        /* @__PURE__ */ (0, import_jsx_runtime3.jsx)("input", { type: "radio", name: "size", value, checked: size === value, onChange: () => setSize(value) }),
        " ",
        value
      ] }, value)),
      /* @__PURE__ */ (0, import_jsx_runtime3.jsx)("label", { htmlFor: `${id}colour`, children: "Colour" }),
      /* @__PURE__ */ (0, import_jsx_runtime3.jsxs)("select", { id: `${id}colour`, name: "colour", value: colour, onChange: (event) => setColour(event.target.value), children: [
        /* @__PURE__ */ (0, import_jsx_runtime3.jsx)("option", { children: "red" }),
        /* @__PURE__ */ (0, import_jsx_runtime3.jsx)("option", { children: "green" })
      ] }),
      /* @__PURE__ */ (0, import_jsx_runtime3.jsx)("output", { children: [text, note, String(ticked), size, colour].join(" ") }),
      /* @__PURE__ */ (0, import_jsx_runtime3.jsx)("button", { type: "button", children: "Save" })
    ] });
  }
  var import_react4, import_jsx_runtime3;
  var init_Fields = __esm({
    "islands/Fields.tsx"() {
      "use strict";
      import_react4 = __toESM(require_react(), 1);
      import_jsx_runtime3 = __toESM(require_jsx_runtime(), 1);
    }
  });

  // islands/Opener.tsx
  var Opener_exports = {};
  __export(Opener_exports, {
    default: () => Opener
  });
  function Opener() {
    const own = (0, import_react5.useRef)(null);
    const [opened, setOpened] = (0, import_react5.useState)([]);
    (0, import_react5.useEffect)(() => {
      const root = own.current?.closest("[data-island]");
      const open = (event) => {
        const { control } = event.detail;
        setOpened((before) => [...before, control.id]);
      };
      root?.addEventListener("site:activate", open);
      return () => root?.removeEventListener("site:activate", open);
    }, []);
    return /* @__PURE__ */ (0, import_jsx_runtime4.jsxs)("p", { ref: own, children: [
      "Opened by: ",
      opened.join(", ")
    ] });
  }
  var import_react5, import_jsx_runtime4;
  var init_Opener = __esm({
    "islands/Opener.tsx"() {
      "use strict";
      import_react5 = __toESM(require_react(), 1);
      import_jsx_runtime4 = __toESM(require_jsx_runtime(), 1);
    }
  });

  // .site/islands/runtime/site.tsx
  function Html({ of, as = "div", ...attributes }) {
    const slots = (0, import_react6.useContext)(Slots);
    if (of == null) return null;
    return (0, import_react6.createElement)(as, {
      ...attributes,
      "data-slot": of.$slot,
      suppressHydrationWarning: true,
      dangerouslySetInnerHTML: { __html: slots(of.$slot) }
    });
  }
  var import_react6, Slots;
  var init_site = __esm({
    ".site/islands/runtime/site.tsx"() {
      "use strict";
      import_react6 = __toESM(require_react(), 1);
      Slots = (0, import_react6.createContext)((slot) => `<!--slot:${slot}-->`);
    }
  });

  // islands/Panel.tsx
  var Panel_exports = {};
  __export(Panel_exports, {
    default: () => Panel
  });
  function Panel({ title, body, children }) {
    const [open, setOpen] = (0, import_react7.useState)(true);
    return /* @__PURE__ */ (0, import_jsx_runtime5.jsxs)("section", { children: [
      /* @__PURE__ */ (0, import_jsx_runtime5.jsx)("button", { type: "button", "aria-expanded": open, "data-replay": true, onClick: () => setOpen(!open), children: title }),
      /* @__PURE__ */ (0, import_jsx_runtime5.jsxs)("div", { hidden: !open, children: [
        /* @__PURE__ */ (0, import_jsx_runtime5.jsx)(Html, { of: body, className: "body" }),
        /* @__PURE__ */ (0, import_jsx_runtime5.jsx)(Html, { of: children })
      ] })
    ] });
  }
  var import_react7, import_jsx_runtime5;
  var init_Panel = __esm({
    "islands/Panel.tsx"() {
      "use strict";
      import_react7 = __toESM(require_react(), 1);
      init_site();
      import_jsx_runtime5 = __toESM(require_jsx_runtime(), 1);
    }
  });

  // islands/Reveal.tsx
  var Reveal_exports = {};
  __export(Reveal_exports, {
    default: () => Reveal
  });
  function Reveal({ later }) {
    const [open, setOpen] = (0, import_react8.useState)(false);
    return /* @__PURE__ */ (0, import_jsx_runtime6.jsxs)("div", { children: [
      /* @__PURE__ */ (0, import_jsx_runtime6.jsx)("button", { type: "button", onClick: () => setOpen(!open), children: "Reveal" }),
      open && /* @__PURE__ */ (0, import_jsx_runtime6.jsx)(Html, { of: later, as: "section" })
    ] });
  }
  var import_react8, import_jsx_runtime6;
  var init_Reveal = __esm({
    "islands/Reveal.tsx"() {
      "use strict";
      import_react8 = __toESM(require_react(), 1);
      init_site();
      import_jsx_runtime6 = __toESM(require_jsx_runtime(), 1);
    }
  });

  // .site/islands/runtime/entry.ts
  var import_react_dom_server_legacy_browser_development = __toESM(require_react_dom_server_legacy_browser_development(), 1);

  // .site/islands/runtime/server.ts
  var import_react = __toESM(require_react(), 1);
  var WAITING = /<!--\$[!?]-->/;
  var PRELOADS = /^(?:<link rel="preload" as="image"[^>]*\/>)+/;
  function serve(islands, renderToString2) {
    const load = (name) => {
      const found = islands[name]?.().default;
      if (typeof found !== "function" && !(found && typeof found === "object" && "$$typeof" in found)) {
        throw new SiteError("its file has no component as its default export\nwrite `export default function …`");
      }
      return found;
    };
    Object.assign(globalThis, {
      loadIsland: (name) => void load(name),
      renderIsland: (name, props, prefix) => {
        const element = (0, import_react.createElement)(load(name), JSON.parse(props));
        const html = renderToString2(element, { identifierPrefix: prefix });
        if (WAITING.test(html)) {
          throw new SiteError(
            "it waits for something (`lazy`, `use` or a promise), so only its fallback would stand in the page\ngive it what it shows as props, and load anything else in an effect"
          );
        }
        return html.replace(PRELOADS, "").toWellFormed();
      }
    });
  }

  // .site/islands/runtime/entry.ts
  serve({
    Broken: () => (init_Broken(), __toCommonJS(Broken_exports)),
    Counter: () => (init_Counter(), __toCommonJS(Counter_exports)),
    Fields: () => (init_Fields(), __toCommonJS(Fields_exports)),
    Opener: () => (init_Opener(), __toCommonJS(Opener_exports)),
    Panel: () => (init_Panel(), __toCommonJS(Panel_exports)),
    Reveal: () => (init_Reveal(), __toCommonJS(Reveal_exports))
  }, import_react_dom_server_legacy_browser_development.renderToString);
})();
